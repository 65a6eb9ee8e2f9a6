import type { CallTrail } from '../../engine/call-trail.ts'
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
  const { name, tool_name: tool, tool_call_id: answered } = result
  if (id !== undefined || answered !== undefined) return false
  return (name === undefined || name === called?.name) && (tool === undefined || tool === called?.name)
}

/** Notes where the calls of messages stand that nothing is wrong with. */
export function noteCalls(turns: readonly unknown[], from: number, to: number, trail: CallTrail): void {
  for (let position = from; position < to; position++) {
    const { role, tool_calls: calls } = turns[position] as Message
    if (role !== 'assistant' || !Array.isArray(calls)) continue
    for (let index = 0; index < calls.length; index++) {
      const { id } = calls[index] as Call
      if (typeof id === 'string') trail.add(id, position)
    }
  }
}
