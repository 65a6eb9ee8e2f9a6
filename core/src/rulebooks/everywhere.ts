import { adjacentResults } from '../model/layout.ts'
import type { Rows } from '../model/row.ts'
import type { Rulebook } from '../model/rulebook.ts'
import { cerebras } from './cerebras.ts'
import { chatMembers, olderRoles } from './chat-family.ts'
import { deepseek } from './deepseek.ts'
import { fireworks } from './fireworks.ts'
import { glm } from './glm.ts'
import { groq } from './groq.ts'
import { kimi } from './kimi.ts'
import { minimax } from './minimax.ts'
import { mistral } from './mistral.ts'
import { ollamaV1 } from './ollama.ts'
import { openai, openrouter } from './openai.ts'
import { qwen } from './qwen.ts'
import { strictest } from './strictest.ts'
import { vllm } from './vllm.ts'
import { xai } from './xai.ts'

// The narrower demands come first.
const apis = [
  ...[mistral, deepseek, openai, minimax, xai, kimi, qwen, glm],
  ...[groq, cerebras, fireworks, vllm, ollamaV1, openrouter],
]

/** The demands that several APIs have in parts, and those of single templates of models. */
const own: Rows = {
  // Refusals of the first reasoning models of OpenAI count for these models alone.
  'unknown-role': {
    ...olderRoles,
    instructionlessWhen: openai.rows['unknown-role']?.instructionlessWhen ?? [],
  },
  'arguments-not-json': { severity: 'refused', evidence: 'quoted', blank: true },
  'forced-call-when-thinking': { severity: 'refused', evidence: 'quoted' },
  'empty-turn': { severity: 'refused', evidence: 'quoted', speakers: ['model'], besideCalls: true },
  'content-not-text': {
    severity: 'refused',
    evidence: 'quoted',
    speakers: ['model', 'system', 'tool'],
    besideCalls: true,
  },
  'unsupported-property': {
    severity: 'refused',
    evidence: 'quoted',
    members: [...chatMembers, 'prefix'],
    // Where the model thinks, only APIs that want its reasoning back can be meant.
    membersWhenThinking: ['reasoning_content'],
    refusedMembers: {
      user: ['name'],
      system: ['name'],
      model: ['name', 'refusal', 'audio', 'function_call'],
    },
  },
  'reasoning-missing': {
    severity: 'refused',
    evidence: 'quoted',
    when: [{ thinking: true }],
    reasoning: 'every-call',
  },
  'user-after-result': { severity: 'refused', evidence: 'quoted' },
  'same-speaker-twice': { severity: 'refused', evidence: 'quoted' },
  'starts-on-model': { severity: 'refused', evidence: 'quoted' },
  'no-user-turn': { severity: 'refused', evidence: 'reported' },
}

/**
 * The chat APIs together: the narrowest of every demand, so that a request passes wherever it is sent.
 *
 * But for Ollama's own API, which wants arguments in a form that no other takes.
 */
export const everywhereChat: Rulebook = {
  name: 'everywhere',
  title: 'Every chat API at once',
  format: 'openai-chat',
  layout: { ...adjacentResults, unique: 'request', alternates: 'speech' },
  rows: wordless(strictest(apis, own)),
}

/** Rows without the words of the API that each comes from: the others have words of their own. */
function wordless(rows: Rows): Rows {
  const quiet = Object.entries(rows).map(([rule, row]) => {
    const { says: _says, saysOf: _of, saysOfResult: _result, ...rest } = row
    return [rule, rest]
  })
  return Object.fromEntries(quiet)
}
