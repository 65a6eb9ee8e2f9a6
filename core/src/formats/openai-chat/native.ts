import { isObject } from '../../model/json.ts'
import { messagesOf } from '../messages.ts'

/** The members of a request that Ollama's own API has and no other of this format. */
const ownMembers = ['options', 'keep_alive', 'think'] as const

/**
 * Ollama, where a call is as its own API writes it: arguments in an object, and no type.
 *
 * Its other API writes calls like everybody else. A call that only has its arguments in an object was meant for
 * somebody else, and is refused there.
 */
export function nativeApi(document: unknown): string | undefined {
  const messages = messagesOf(document)
  if (messages === undefined || !messages.some((message) => callsIn(message).some(isNative))) return undefined
  const isNamed = isObject(document) && ownMembers.some((name) => document[name] !== undefined)
  return isNamed || messages.some(isNativeResult) || messages.every(lacksIds) ? 'ollama' : undefined
}

function callsIn(message: unknown): readonly unknown[] {
  return isObject(message) && Array.isArray(message.tool_calls) ? message.tool_calls : none
}

const none: readonly unknown[] = []

function isNative(call: unknown): boolean {
  return (
    isObject(call) && call.type === undefined && isObject(call.function) && isObject(call.function.arguments)
  )
}

function isNativeResult(message: unknown): boolean {
  return isObject(message) && message.tool_name !== undefined
}

function lacksIds(message: unknown): boolean {
  const isAnswer = isObject(message) && message.tool_call_id !== undefined
  return !isAnswer && callsIn(message).every((call) => isObject(call) && call.id === undefined)
}
