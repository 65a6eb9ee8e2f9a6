import { adjacentResults } from '../model/layout.ts'
import type { PlainRow } from '../model/row.ts'
import type { Rulebook } from '../model/rulebook.ts'
import { refused } from '../model/rulebook.ts'

const degraded: PlainRow = { severity: 'advice', evidence: 'reported' }

/**
 * Ollama's own `/api/chat`; its `/v1` is read like OpenAI's.
 *
 * It checks types and nothing else: what does not pair is rendered as it is and makes the model worse.
 */
export const ollama: Rulebook = {
  name: 'ollama',
  title: 'Ollama /api/chat',
  format: 'openai-chat',
  providers: ['ollama'],
  voice: 'ollama',
  layout: { ...adjacentResults, unique: 'free', positional: true },
  rows: {
    'call-without-result': degraded,
    'result-without-call': degraded,
    'result-out-of-place': degraded,
    'duplicate-result': degraded,
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
