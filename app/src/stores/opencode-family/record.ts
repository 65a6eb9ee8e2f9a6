import { isObject, type JsonObject, memberAt, nonEmpty } from '../records/json.ts'

/**
 * The records of a session, a line each.
 *
 * ```
 * {"session":{…}}                                          the session as a whole, which is never written
 * {"id":"msg_1","time":1,"data":{"role":…},"parts":[{…}]}  version 1: a row of `message` with its rows of `part`
 * {"id":"msg_1","type":"user","seq":5,"time":1,"data":{…}} version 2: a row of `session_message`
 * ```
 */
export interface OneMessage extends JsonObject {
  readonly data: JsonObject
  readonly parts: readonly unknown[]
}

/** Whether a record is a message of version 1. */
export function isFirst(value: unknown): value is OneMessage {
  return isObject(value) && isObject(value.data) && Array.isArray(value.parts)
}

/** Whether a record is a message of version 2. */
export function isSecond(
  value: unknown,
): value is JsonObject & { readonly data: JsonObject; readonly type: string } {
  return (
    isObject(value) && isObject(value.data) && typeof value.type === 'string' && typeof value.seq === 'number'
  )
}

/** How surely records are those of a session of this family. */
export function recognises(values: readonly JsonObject[]): number {
  return values.some((value) => isHead(value) || isFirst(value) || isSecond(value)) ? 1 : 0
}

/** Whether a record tells of the session as a whole. */
export function isHead({ session }: JsonObject): boolean {
  return isObject(session) && typeof session.directory === 'string' && 'version' in session
}

/** Types of version 2 that are sent, and the member with their words. */
export const wordsOf: Readonly<Record<string, string>> = {
  user: 'text',
  synthetic: 'text',
  system: 'text',
  skill: 'text',
  shell: 'command',
  compaction: 'summary',
}

/** The message in a record; in version 2 its type stands beside it. */
export function messageIn(
  value: JsonObject,
): { readonly message: unknown; readonly path: readonly string[] } | undefined {
  if (isFirst(value)) return { message: value, path: [] }
  const isSent = isSecond(value) && (value.type === 'assistant' || wordsOf[value.type] !== undefined)
  return isSent ? { message: { ...value.data, type: value.type }, path: ['data'] } : undefined
}

/** The model that made an answer. */
export function modelIn(value: JsonObject): string | undefined {
  return nonEmpty(memberAt(value, ['data', 'modelID'])) ?? nonEmpty(memberAt(value, ['data', 'model', 'id']))
}

/** The summary that a compaction of version 2 put in the place of all earlier messages. */
export function summaryIn(
  value: JsonObject,
): { readonly text: string; readonly path: readonly string[] } | undefined {
  const text = value.type === 'compaction' ? nonEmpty(memberAt(value, ['data', 'summary'])) : undefined
  return text === undefined ? undefined : { text, path: ['data', 'summary'] }
}
