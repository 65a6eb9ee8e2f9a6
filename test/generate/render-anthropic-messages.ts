import type { Call, Turn } from './conversation.ts'
import type { Json, JsonObject } from './json.ts'

/** Writes turns as Messages API messages; the form of each turn picks between equal spellings. */
export function anthropicMessages(turns: readonly Turn[], formOf: (index: number) => number): JsonObject[] {
  const messages: JsonObject[] = []
  for (const [index, turn] of turns.entries()) {
    const form = formOf(index)
    const before = turns[index - 1]
    const joinsResults = turn.speaker === 'user' && (before?.calls.length ?? 0) > 0 && form >= 8
    const results = joinsResults ? messages.at(-1)?.content : undefined
    if (Array.isArray(results)) results.push(textBlock(turn.text))
    else messages.push(...messagesOf(turn, form))
  }
  return messages
}

function messagesOf({ speaker, text, calls }: Turn, form: number): JsonObject[] {
  const role = speaker === 'user' ? 'user' : 'assistant'
  if (calls.length === 0) return [{ role, content: form % 2 === 0 ? (text ?? '') : [textBlock(text)] }]
  const words = text === undefined ? [] : [textBlock(text)]
  const results = calls.map((call) => resultBlock(call, form))
  return [
    { role, content: [...words, ...calls.map(callBlock)] },
    { role: 'user', content: form % 4 >= 2 ? results.reverse() : results },
  ]
}

function textBlock(text: string | undefined): JsonObject {
  return { type: 'text', text: text ?? '' }
}

function callBlock({ id, name, argument }: Call): JsonObject {
  return { type: 'tool_use', id, name, input: { path: argument } }
}

function resultBlock({ id, result, hasFailed }: Call, form: number): JsonObject {
  const content: Json = form % 2 === 0 ? result : [textBlock(result)]
  return { type: 'tool_result', tool_use_id: id, content, ...(hasFailed ? { is_error: true } : {}) }
}
