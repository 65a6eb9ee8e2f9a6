import type { PlainRow } from '../model/row.ts'
import { always, type Rulebook } from '../model/rulebook.ts'
import { strictest } from './strictest.ts'

// Every model before version 3; one that is not known by its number is taken for the newest.
const older =
  '(?:gem(?:ini|ma)-(?:[a-z-]*-)?[0-2](?![0-9])|gemini-(?:pro|ultra|nano)(?:-vision)?$|gemini-exp-|gemma|learnlm)'
const count =
  'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.'
const response = 'Please ensure that function response turn comes immediately after a function call turn.'
const compared = 'functionResponse.id "{id}" does not match functionCall.id "{owner}"'

/** Google's own API, on AI Studio and on Vertex: it counts calls and results, and takes ids as a hint. */
export const gemini: Rulebook = {
  name: 'gemini',
  title: 'Gemini generateContent',
  format: 'gemini-contents',
  serves: '^(gemini|gemma)-',
  providers: ['google'],
  layout: {
    merges: false,
    answers: 'next',
    lead: false,
    together: 'must',
    callsLast: false,
    unique: 'free',
    positional: true,
    alone: true,
  },
  rows: {
    'call-without-result': { severity: 'refused', evidence: 'quoted', says: count },
    // Gemini 2.5 Flash took it on record; others refuse it, up to 3.7 Flash.
    'results-split': {
      severity: 'refused',
      evidence: 'live',
      adviceWhen: [{ model: 'gemini-2\\.5-flash' }],
      says: count,
    },
    'duplicate-result': { severity: 'refused', evidence: 'quoted', says: count },
    'result-without-call': { severity: 'refused', evidence: 'quoted', says: response },
    'result-out-of-place': { severity: 'refused', evidence: 'quoted', says: response },
    'results-out-of-order': {
      severity: 'advice',
      evidence: 'reported',
      // A gateway compares ids; where there are none, nobody says anything.
      saysOf: { ordered: compared, guessed: compared },
    },
    // Some say that results stand alone, others have sent words with them.
    'text-beside-results': { severity: 'advice', evidence: 'reported' },
    'no-turns': {
      severity: 'refused',
      evidence: 'quoted',
      says: '* GenerateContentRequest.contents: contents is not specified',
    },
    'call-by-user': { severity: 'refused', evidence: 'docs' },
    'call-not-after-user': {
      severity: 'refused',
      evidence: 'quoted',
      // From version 3 on, calls in two turns of the model are on record as taken. The path names the model, not the body.
      adviceOf: { again: [{ model: `^(?!.*${older})` }] },
      says: 'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
    },
    'arguments-not-object': { severity: 'refused', evidence: 'docs' },
    'result-not-object': {
      severity: 'refused',
      evidence: 'quoted',
      // A result that is left out is on record as taken.
      adviceOf: { absent: always },
      saysOf: {
        list: `Invalid JSON payload received. Unknown name "response" at 'contents[{i}].parts[{j}].function_response': Proto field is not repeating, cannot start list.`,
      },
    },
    'tool-name-missing': {
      severity: 'refused',
      evidence: 'quoted',
      within: true,
      says: '* GenerateContentRequest.contents[{i}].parts[{j}].function_call.name: Name cannot be empty.',
      saysOfResult:
        '* GenerateContentRequest.contents[{i}].parts[{j}].function_response.name: Name cannot be empty.',
    },
    'illegal-tool-name': {
      severity: 'refused',
      evidence: 'quoted',
      within: true,
      pattern: '^[a-zA-Z_][a-zA-Z0-9_.:-]*$',
      maximum: 64,
      says: '[FIELD_INVALID] Invalid function name. Must start with a letter or an underscore. Must be a-z, A-Z, 0-9, or contain underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64.',
    },
    'signature-missing': {
      severity: 'refused',
      evidence: 'quoted',
      // From version 3 on; the models that draw do not look.
      when: [{ model: `^(?=gemini-)(?!.*image)(?!.*${older})` }],
      says: 'Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call `default_api:{name}` , position {next}. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.',
    },
    'empty-turn': {
      severity: 'refused',
      evidence: 'quoted',
      says: '* GenerateContentRequest.contents[{i}].parts: contents.parts must not be empty.',
    },
    'unknown-role': {
      severity: 'refused',
      evidence: 'docs',
      speakers: ['user', 'model'],
      says: 'Please use a valid role: user, model.',
    },
    'ends-on-model': {
      severity: 'advice',
      evidence: 'reported',
      says: 'Please ensure that single turn requests end with a user role or the role field is empty.',
    },
  },
}

const { serves: _serves, providers: _providers, ...shared } = gemini
const { when: _, ...signed } = gemini.rows['signature-missing'] as PlainRow

/** The demands of every API of this format: gateways that compare ids, old and new models alike. */
export const everywhereGemini: Rulebook = {
  ...shared,
  name: 'everywhere',
  title: 'Every Gemini-compatible API at once',
  layout: { ...gemini.layout, compared: true },
  rows: strictest([gemini], {
    'signature-missing': signed,
    'results-out-of-order': {
      ...gemini.rows['results-out-of-order'],
      severity: 'refused',
      evidence: 'quoted',
      within: true,
    },
    'text-beside-results': { severity: 'refused', evidence: 'reported' },
    'ends-on-model': { ...gemini.rows['ends-on-model'], severity: 'refused', evidence: 'reported' },
  }),
}
