import type { Message } from './closer-look.ts'

/** A call, as far as a look at it goes. */
export interface Call {
  readonly id?: unknown
  readonly function?: Called | null
}

export interface Called {
  readonly name?: unknown
  readonly arguments?: unknown
}

/** Whether a result without an id stands where its call without an id wants it. */
export function isByOrder({ id, function: called }: Call, result: Message): boolean {
  const { name, tool_name: tool, tool_call_id: answered, tool_calls: calls } = result
  // A tool that calls and names no call that it answers may be the model under another name.
  if (id !== undefined || answered !== undefined || calls !== undefined) return false
  return (name === undefined || name === called?.name) && (tool === undefined || tool === called?.name)
}
