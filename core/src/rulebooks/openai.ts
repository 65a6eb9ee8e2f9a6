import { adjacentResults } from '../model/layout.ts'
import { type Condition, type Rulebook, refused } from '../model/rulebook.ts'
import { boundReasoning } from './claude-models.ts'
import { mildForOthers, openModels } from './openai-models.ts'

const orphan =
  "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'."
const unknownId = "Invalid parameter: 'tool_call_id' of '{id}' not found in 'tool_calls' of previous message."

/** A local server behind this API names its models like this: `name:tag`. */
const local: readonly Condition[] = [{ model: '^(?!ft:)[\\w./-]+:[\\w.-]+$' }]

/** The demands of OpenAI on its own models that others are not on record as having. */
const ownDemands = [
  'illegal-call-id',
  'illegal-tool-name',
  'empty-call-list',
  'empty-tool-list',
  'null-content',
  'media-in-result',
  'wrong-part-type',
]

/** The demands on pairs, which servers of open models are on record as not having. */
const pairing = [
  'call-without-result',
  'result-without-call',
  'result-out-of-place',
  'duplicate-result',
  'duplicate-call-id',
  'call-id-missing',
]

function mildElsewhere(rows: Rulebook['rows']): Rulebook['rows'] {
  return mildForOthers(mildForOthers(rows, ownDemands), pairing, openModels)
}

/** OpenAI's own demands; a name says who made a model, so that these fit Azure's names of one's own too. */
const own: Rulebook = {
  name: 'openai',
  title: 'OpenAI Chat Completions',
  format: 'openai-chat',
  serves: '^(ft:)?(gpt-|o\\d|chatgpt-)',
  providers: ['openai'],
  layout: adjacentResults,
  rows: {
    'call-without-result': {
      severity: 'refused',
      evidence: 'quoted',
      says: "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: {id}",
    },
    'result-without-call': {
      severity: 'refused',
      evidence: 'quoted',
      // A local server takes such a message and only answers worse.
      adviceWhen: local,
      says: orphan,
      // There are calls right before it, and it answers none of them.
      saysOf: { unasked: unknownId, guessed: unknownId },
    },
    'no-turns': {
      severity: 'refused',
      evidence: 'quoted',
      // A local server may load its model by such a request.
      adviceWhen: local,
      says: "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.",
    },
    'result-out-of-place': { severity: 'refused', evidence: 'quoted', says: orphan },
    'duplicate-result': {
      severity: 'refused',
      evidence: 'quoted',
      says: "Invalid parameter: Duplicate value for 'tool_call_id' of '{id}'.",
    },
    'duplicate-call-id': {
      severity: 'refused',
      evidence: 'quoted',
      says: "Invalid parameter: Duplicate value for 'tool_call_id' of '{id}'.",
    },
    'illegal-call-id': {
      severity: 'refused',
      evidence: 'quoted',
      maximum: 40,
      says: "Invalid 'messages[{i}].tool_calls[{j}].id': string too long. Expected a string with maximum length 40, but got a string with length {length} instead.",
    },
    'call-id-missing': {
      severity: 'refused',
      evidence: 'docs',
      // Google's copy has made calls with an empty id, and takes them back so.
      adviceWhen: [{ model: '(^|/)gemini' }],
      says: "Missing required parameter: 'messages[{i}].tool_calls[{j}].id'.",
      saysOfResult: "Missing parameter 'tool_call_id': messages with role 'tool' must have a 'tool_call_id'.",
    },
    'call-by-user': { severity: 'advice', evidence: 'reported' },
    'empty-call-list': {
      severity: 'refused',
      evidence: 'quoted',
      says: "Invalid 'messages[{i}].tool_calls': empty array. Expected an array with minimum length 1, but got an empty array instead.",
    },
    'empty-tool-list': {
      severity: 'refused',
      evidence: 'quoted',
      says: "Invalid 'tools': empty array. Expected an array with minimum length 1, but got an empty array instead.",
    },
    'null-content': {
      severity: 'refused',
      evidence: 'quoted',
      says: "Invalid value for 'content': expected a string, got null.",
    },
    'wrong-part-type': refused("Missing required parameter: 'messages[{i}].content[{j}].type'."),
    'unknown-role': {
      severity: 'refused',
      evidence: 'docs',
      speakers: ['user', 'model', 'system', 'tool'],
      // The first reasoning models took no instructions at all.
      instructionlessWhen: [{ model: '(^|/)o1-(?:mini|preview)' }],
      // A router in front of the model may rewrite them.
      adviceOf: { instructions: [{ model: '/' }] },
      says: "Invalid value: '{role}'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'.",
      saysOf: {
        instructions: "Unsupported value: 'messages[{i}].role' does not support '{role}' with this model.",
      },
    },
    'arguments-not-text': {
      severity: 'refused',
      evidence: 'quoted',
      says: "Invalid type for 'messages[{i}].tool_calls[{j}].function.arguments': expected a string, but got {given} instead.",
      saysOf: {
        absent: "Missing required parameter: 'messages[{i}].tool_calls[{j}].function.arguments'.",
        'name-alone': "Missing required parameter: 'messages[{i}].tool_calls[{j}].function.arguments'.",
      },
    },
    'arguments-not-json': { severity: 'advice', evidence: 'reported' },
    'tool-name-missing': {
      severity: 'refused',
      evidence: 'quoted',
      says: "Invalid 'messages[{i}].tool_calls[{j}].function.name': empty string. Expected a string with minimum length 1, but got an empty string instead.",
    },
    'illegal-tool-name': {
      severity: 'refused',
      evidence: 'quoted',
      pattern: '^[a-zA-Z0-9_-]+$',
      says: "Invalid 'messages[{i}].tool_calls[{j}].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
    },
    // Newer models take images, though some do not see them; nobody takes sound and files.
    'media-in-result': {
      severity: 'refused',
      evidence: 'quoted',
      adviceOf: { image: [{ model: '^(?!(?:.*/)?(?:ft:)?(?:gpt-[34]|o[134]\\b|chatgpt-4))' }] },
      saysOf: {
        more: "Invalid 'messages[{i}]'. Content blocks are expected to be either text or image_url type.",
      },
      says: "Invalid 'messages[{i}]'. Image URLs are only allowed for messages with role 'user', but this message with role 'tool' contains an image URL.",
    },
  },
}

/** OpenAI Chat Completions, and what its many copies share with it. */
export const openai: Rulebook = { ...own, rows: mildElsewhere(own.rows) }

// A model's name says who made it, not who serves it: these are chosen by name only.
const { serves: _, ...shared } = own

/** Azure's copy: the same texts and limits in every report. Its models have names of one's own. */
export const azureOpenai: Rulebook = {
  ...shared,
  name: 'azure-openai',
  title: 'Azure OpenAI chat completions',
  hosts: ['openai.azure.com', 'cognitiveservices.azure.com'],
  providers: ['azure'],
}

/** OpenRouter passes the request on; what it is refused for is mostly what OpenAI refuses. */
export const openrouter: Rulebook = {
  ...shared,
  name: 'openrouter',
  title: 'OpenRouter chat completions',
  hosts: ['openrouter.ai'],
  providers: ['openrouter'],
  reasoningMember: 'reasoning',
  voice: 'openrouter',
  rows: {
    ...mildElsewhere(shared.rows),
    // The reasoning of Claude goes back with its signature, and the model judges it as everywhere.
    'reasoning-bound': { ...boundReasoning, evidence: 'reported' },
  },
}
