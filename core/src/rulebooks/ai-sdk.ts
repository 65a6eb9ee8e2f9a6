import type { Rulebook } from '../model/rulebook.ts'
import { boundReasoning } from './claude-models.ts'

const missing = 'Tool result is missing for tool call {id}.'
const schema = 'Invalid prompt: The messages do not match the ModelMessage[] schema.'

/**
 * The AI SDK, which refuses a conversation before any provider sees it.
 *
 * It looks for missing results and at the form of each message. What it does not look at, results without
 * a call and ids used twice, it hands to a provider that does.
 */
export const aiSdk: Rulebook = {
  name: 'ai-sdk',
  title: 'Vercel AI SDK',
  format: 'ai-sdk',
  layout: {
    merges: false,
    answers: 'exchange',
    lead: false,
    together: 'free',
    callsLast: false,
    unique: 'turn',
  },
  rows: {
    'call-without-result': { severity: 'refused', evidence: 'source', says: missing },
    'result-without-call': { severity: 'refused', evidence: 'reported' },
    'result-out-of-place': { severity: 'refused', evidence: 'source', says: missing },
    'duplicate-result': { severity: 'refused', evidence: 'reported' },
    'duplicate-call-id': { severity: 'refused', evidence: 'reported' },
    'call-id-missing': { severity: 'refused', evidence: 'source', says: schema },
    'call-by-user': { severity: 'refused', evidence: 'source', says: schema },
    'content-not-text': {
      severity: 'refused',
      evidence: 'source',
      speakers: ['system', 'tool'],
      says: schema,
    },
    'null-content': { severity: 'refused', evidence: 'source', says: schema },
    'no-turns': {
      severity: 'refused',
      evidence: 'quoted',
      says: 'Invalid prompt: messages must not be empty',
    },
    'unknown-role': {
      severity: 'refused',
      evidence: 'source',
      speakers: ['user', 'model', 'system', 'tool'],
      says: schema,
    },
    'tool-name-missing': { severity: 'refused', evidence: 'source', within: true, says: schema },
    // The SDK passes signed reasoning on to the provider, which binds it.
    'reasoning-bound': boundReasoning,
    // Passed on as it is; some providers want an object.
    'arguments-not-object': { severity: 'advice', evidence: 'reported' },
  },
}

/** The demands of everything that takes this format: the SDK, which says no before any provider does. */
export const everywhereAiSdk: Rulebook = {
  ...aiSdk,
  name: 'everywhere',
  title: 'Everything that takes messages of the AI SDK',
}
