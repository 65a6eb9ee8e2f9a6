import type { Call, Turn } from './conversation.ts'
import type { Json, JsonObject } from './json.ts'

/** Writes turns as Chat Completions messages; the form of each turn picks between equal spellings. */
export function chatMessages(
  turns: readonly Turn[],
  formOf: (index: number) => number,
  isThinking: boolean,
): JsonObject[] {
  const reasoning: JsonObject = isThinking ? { reasoning_content: 'Considered.' } : {}
  return turns.flatMap((turn, index) => messagesOf(turn, formOf(index), reasoning))
}

function messagesOf({ speaker, text, calls }: Turn, form: number, reasoning: JsonObject): JsonObject[] {
  if (speaker === 'user') return [{ role: 'user', content: contentOf(text, form) }]
  if (calls.length === 0) return [{ role: 'assistant', content: contentOf(text, form), ...reasoning }]
  const results = calls.map((call) => resultMessage(call, form))
  return [
    { role: 'assistant', ...contentBeside(text, form), ...reasoning, tool_calls: calls.map(callOf) },
    ...(form % 4 >= 2 ? results.reverse() : results),
  ]
}

function contentOf(text: string | undefined, form: number): Json {
  return form % 2 === 0 ? (text ?? '') : [{ type: 'text', text: text ?? '' }]
}

/** Beside calls a missing text may be null, an empty string, or left out. */
function contentBeside(text: string | undefined, form: number): JsonObject {
  if (text !== undefined) return { content: contentOf(text, form) }
  if (form < 8) return { content: null }
  return form < 12 ? { content: '' } : {}
}

function callOf({ id, name, argument }: Call): JsonObject {
  return { id, type: 'function', function: { name, arguments: JSON.stringify({ path: argument }) } }
}

function resultMessage({ id, result }: Call, form: number): JsonObject {
  return { role: 'tool', tool_call_id: id, content: contentOf(result, form) }
}
