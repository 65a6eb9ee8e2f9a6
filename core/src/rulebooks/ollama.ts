import { adjacentResults } from '../model/layout.ts'
import type { PlainRow, Rows } from '../model/row.ts'
import type { Rulebook } from '../model/rulebook.ts'
import { always, refused } from '../model/rulebook.ts'

const degraded: PlainRow = { severity: 'advice', evidence: 'reported' }

const pairs: Rows = {
  'call-without-result': degraded,
  'result-without-call': degraded,
  'result-out-of-place': degraded,
  'duplicate-result': degraded,
}

/**
 * Ollama's own `/api/chat`.
 *
 * It checks types and nothing else: what does not pair is rendered as it is and makes the model worse.
 */
export const ollama: Rulebook = {
  name: 'ollama',
  title: 'Ollama /api/chat',
  format: 'openai-chat',
  voice: 'ollama',
  layout: { ...adjacentResults, unique: 'free', positional: true },
  rows: {
    ...pairs,
    'arguments-not-object': refused(
      'json: cannot unmarshal string into Go struct field ChatRequest.messages of type api.ToolCallFunctionArguments',
    ),
    'content-not-text': {
      ...refused(
        'json: cannot unmarshal array into Go struct field ChatRequest.messages.content of type string',
      ),
      // The type is that of every message, whatever its role.
      speakers: ['user', 'model', 'system', 'tool', 'unknown'],
      imagesApart: true,
    },
  },
}

// The tags of routers, and the versions of models at Amazon, are none of Ollama's.
const tagged =
  '^(?!ft:)(?!.*:(?:free|thinking|nitro|online|extended|beta|floor|exacto|\\d{1,2})$)[\\w./-]+:[\\w.-]+$'

/**
 * Ollama's `/v1/chat/completions`: it checks types, and that the arguments of every past call are a JSON object.
 *
 * A model's name has a tag there (`qwen3:8b`). Routers and llama.cpp have names with tags too (`Qwen/Qwen3-8B-GGUF:Q4_K_M`).
 */
export const ollamaV1: Rulebook = {
  name: 'ollama-v1',
  title: 'Ollama /v1/chat/completions',
  format: 'openai-chat',
  serves: tagged,
  hosts: ['ollama.com'],
  ownRules: ['arguments-not-json', 'arguments-not-text', 'null-content', 'no-turns'],
  providers: ['ollama'],
  reasoningMember: 'reasoning',
  layout: { ...adjacentResults, unique: 'free' },
  rows: {
    ...pairs,
    'arguments-not-json': { ...refused('invalid tool call arguments'), blank: true },
    'arguments-not-text': {
      ...refused(
        'json: cannot unmarshal {given} into Go struct field .messages.tool_calls.function.arguments of type string',
        'source',
      ),
      saysOf: { absent: 'invalid tool call arguments' },
    },
    'null-content': {
      ...refused('invalid message content type: <nil>'),
      // A list of calls counts as content, even if it is empty.
      adviceOf: { vacant: always },
    },
    'no-turns': refused("[] is too short - 'messages'", 'source'),
  },
}
