/** A message of either format. */
export type Message = Readonly<Record<string, unknown>>

/** A content block of an Anthropic message; a string stands for its text block. */
export type Block = Readonly<Record<string, unknown>> | string

/** What a repair writes where no result was recorded. */
export const noResult = '[no result was recorded; the tool may or may not have run: check before repeating]'

/** A user message: one string stays a string, anything else is a list of blocks. */
export function user(...content: readonly Block[]): Message {
  return { role: 'user', content: contentOf(content) }
}

/** A model message: one string stays a string, anything else is a list of blocks. */
export function model(...content: readonly Block[]): Message {
  return { role: 'assistant', content: contentOf(content) }
}

function contentOf(content: readonly Block[]): string | readonly Message[] {
  const [first] = content
  if (content.length === 1 && typeof first === 'string') return first
  return content.map((block) => (typeof block === 'string' ? text(block) : block))
}

export function text(words: string): Message {
  return { type: 'text', text: words }
}

/** A call as an Anthropic block. */
export function call(id: string, name = 'read'): Message {
  return { type: 'tool_use', id, name, input: {} }
}

/** A result as an Anthropic block. */
export function result(id: string, content = `result of ${id}`): Message {
  return { type: 'tool_result', tool_use_id: id, content }
}

/** The stand-in for a result, as an Anthropic block. */
export function missing(id: string): Message {
  return { type: 'tool_result', tool_use_id: id, content: noResult, is_error: true }
}

/** A model message of the chat format that calls once for each id. */
export function calls(...ids: readonly string[]): Message {
  return { role: 'assistant', content: null, tool_calls: ids.map((id) => ({ id, ...nameless })) }
}

/** A model message of the chat format whose calls have no ids. */
export function namelessCalls(count: number): Message {
  return { role: 'assistant', content: null, tool_calls: Array.from({ length: count }, () => nameless) }
}

const nameless = { type: 'function', function: { name: 'read', arguments: '{}' } }

/** A result as a message of the chat format. */
export function tool(id: string, content = `result of ${id}`): Message {
  return { role: 'tool', tool_call_id: id, content }
}

/** The stand-in for a result, as a message of the chat format. */
export function missingTool(id: string): Message {
  return tool(id, noResult)
}

/** A result that is kept as words: its label, then what it said. */
export function kept(label: string, words: string): string {
  return `[tool result kept as text: ${label}]\n${words}`
}
