import { isObject, type JsonObject } from '../../../model/json.ts'

/** The same object with its own members in the spelling of JSON; values are not looked into. */
export function camelled(raw: unknown): JsonObject {
  if (!isObject(raw)) return {}
  for (const key in raw) if (key.includes('_')) return renamed(raw)
  return raw
}

/** Of a member that is written twice, the camel-cased one counts: `memberOf` reads it first, too. */
function renamed(raw: JsonObject): JsonObject {
  const made = new Map<string, unknown>()
  for (const [key, value] of Object.entries(raw)) {
    const name = key.replace(/(?<=[a-z\d])_([a-z\d])/g, (_, letter: string) => letter.toUpperCase())
    if (name === key || !Object.hasOwn(raw, name)) made.set(name, value)
  }
  return Object.fromEntries(made)
}
