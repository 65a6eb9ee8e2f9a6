import { isObject, type JsonObject, nonEmpty } from '../records/json.ts'

const turnEvents: ReadonlySet<unknown> = new Set(['content.part', 'tool.call', 'tool.result'])

/** The message, or the piece of a step, in a record. */
export function messageIn({
  type,
  message,
  event,
}: JsonObject): { readonly message: unknown; readonly path: readonly string[] } | undefined {
  if (type === 'context.append_message')
    return isObject(message) && nonEmpty(message.role) !== undefined && Array.isArray(message.content)
      ? { message, path: ['message'] }
      : undefined
  if (type !== 'context.append_loop_event' || !isObject(event)) return undefined
  return turnEvents.has(event.type) ? { message: event, path: ['event'] } : undefined
}

/** How surely records are lines of Kimi Code's log. */
export function recognises(values: readonly JsonObject[]): number {
  return values.some(isOwn) ? 1 : 0
}

function isOwn({ type, protocol_version: version, message, event, time }: JsonObject): boolean {
  if (type === 'metadata') return nonEmpty(version) !== undefined
  if (type === 'context.append_message') return isObject(message)
  if (type === 'context.append_loop_event') return isObject(event)
  return typeof time === 'number' && nonEmpty(type)?.startsWith('context.') === true
}
