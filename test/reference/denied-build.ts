export const use = (id: string, name: string): object => ({ type: 'tool_use', id, name, input: {} })
export const got = (id: string, content = `got ${id}`): object => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
})
export const lost = {
  ...got('a', '[no result was recorded; the tool may or may not have run: check before repeating]'),
  is_error: true,
}
export const thought = { type: 'thinking', thinking: 'hm', signature: 'sig' }
export const say = (text: string): object => ({ type: 'text', text })
export const model = (...content: readonly object[]): object => ({ role: 'assistant', content })
export const user = (...content: readonly object[]): object => ({ role: 'user', content })
export const ask = { role: 'user', content: 'go' }
export const search = (id: string): object => ({ type: 'server_tool_use', id, name: 'web_search', input: {} })
export const fetch = (id: string): object => ({ type: 'server_tool_use', id, name: 'web_fetch', input: {} })
export const searched = (id: string): object => ({
  type: 'web_search_tool_result',
  tool_use_id: id,
  content: [],
})
export const fetched = (id: string): object => ({
  type: 'web_fetch_tool_result',
  tool_use_id: id,
  content: [],
})

export const chatCalls = (...calls: readonly (readonly [id: string, name: string])[]): object => ({
  role: 'assistant',
  content: 'so',
  tool_calls: calls.map(([id, name]) => ({ id, type: 'function', function: { name, arguments: '{}' } })),
})
export const chatGot = (id: string, name?: string): object => ({
  role: 'tool',
  tool_call_id: id,
  ...(name === undefined ? {} : { name }),
  content: `got ${id}`,
})

export interface Message {
  readonly role: string
  readonly content: string | readonly Block[]
  readonly tool_calls?: readonly Block[]
  readonly tool_call_id?: string
}

interface Block {
  readonly type: string
  readonly id?: string
  readonly name?: string
  readonly text?: string
  readonly tool_use_id?: string
  readonly function?: { readonly name: string }
}

/** A turn in one line: words as they are, `name(id)` for a call, `=id` for a result, `~` for reasoning. */
export function shown({ content, tool_calls = [], tool_call_id }: Message): string {
  const parts = typeof content === 'string' ? [content] : content.map(blockShown)
  const whole = [...parts, ...tool_calls.map(blockShown)].join(' | ')
  return tool_call_id === undefined ? whole : `=${tool_call_id} ${whole}`
}

function blockShown({ type, id, name, text, tool_use_id, function: called }: Block): string {
  if (type === 'thinking') return '~'
  return text ?? (tool_use_id === undefined ? `${name ?? called?.name}(${id})` : `=${tool_use_id}`)
}
