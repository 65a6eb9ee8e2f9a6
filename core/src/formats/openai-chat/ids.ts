import { isObject } from '../../model/json.ts'
import type { Call } from './calls.ts'
import type { Message } from './closer-look.ts'

/** Notes the ids of a plain message; false where something in it must be read to tell. */
export function noteIds(raw: unknown, ids: string[]): boolean {
  const message = raw as Message | null | undefined
  if (message === null || message === undefined) return false
  const { role, tool_calls: calls } = message
  if (role === 'tool') return note(message.tool_call_id, ids)
  if (calls === undefined) return role === 'user' || role === 'assistant'
  if (role !== 'assistant' || !Array.isArray(calls)) return false
  for (let index = 0; index < calls.length; index++) {
    const call = calls[index] as Call | null | undefined
    if (!isObject(call?.function) || !note(call?.id, ids)) return false
  }
  return true
}

function note(id: unknown, ids: string[]): boolean {
  if (typeof id !== 'string' || id === '') return false
  ids.push(id)
  return true
}
