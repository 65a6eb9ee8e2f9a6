import { isObject, type JsonObject, nonEmpty } from '../records/json.ts'

const roles: ReadonlySet<unknown> = new Set(['user', 'assistant', 'tool'])

/** Whether a record tells of the session as a whole: `{"session":{…}}`. */
function isHead({ session }: JsonObject): boolean {
  return isObject(session) && 'source' in session && 'end_reason' in session
}

/** How surely records are rows of Hermes; those of a session are opened by the session itself. */
export function recognises(values: readonly JsonObject[]): number {
  return values.some(isHead) ? 1 : 0
}

/** The message in a record; notes of Hermes for itself are none. */
export function messageIn(
  value: JsonObject,
): { readonly message: unknown; readonly path: readonly string[] } | undefined {
  return roles.has(value.role) && !isHead(value) ? { message: value, path: [] } : undefined
}

/** Whether a message is still sent: one that was taken back or compacted stays in its row. */
export function isActive({ active }: JsonObject): boolean {
  return active !== false
}

/** The facts about the session as a whole. */
export function sessionOf(values: readonly JsonObject[]): JsonObject {
  const head = values.find(isHead)?.session
  return isObject(head) ? head : {}
}

/** The first words of the user. */
export function firstWords(values: readonly JsonObject[]): string | undefined {
  return values.map(({ role, content }) => (role === 'user' ? nonEmpty(content) : undefined)).find(Boolean)
}
