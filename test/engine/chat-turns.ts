/** Turns of a chat, as they come from a request. */
export type Turns = readonly object[]

export const ask: Turns = [{ role: 'user', content: 'Go on.' }]
export const say: Turns = [{ role: 'assistant', content: 'So.' }]

export function call(...ids: readonly string[]): Turns {
  const made = ids.map((id) => ({ id, type: 'function', function: { name: 'read', arguments: '{}' } }))
  return [{ role: 'assistant', content: null, tool_calls: made }]
}

export function answer(...ids: readonly string[]): Turns {
  return ids.map((id) => ({ role: 'tool', tool_call_id: id, content: 'Done.' }))
}

export function exchange(id: string): Turns {
  return [...call(id), ...answer(id)]
}

let made = 0

/** Sound turns, with ids that no other has; thirty unless told otherwise. */
export function sound(count = 30): Turns {
  return Array.from({ length: count / 2 }, () => exchange(`id${made++}`)).flat()
}
