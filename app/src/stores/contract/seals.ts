import { isObject, type JsonObject } from '../records/json.ts'

/** The members by which agents keep the names and seals that a provider gave to a piece of an answer. */
const seals: ReadonlySet<string> = new Set([
  'encryptedContent',
  'encrypted_content',
  'itemId',
  'reasoningEncryptedContent',
  'reasoningOpaque',
  'reasoning_opaque',
  'redactedData',
  'signature',
  'textSignature',
  'thoughtSignature',
])

/** Whether an object has such a member, or an object in it has one. */
export function isSealed(value: unknown): boolean {
  return isObject(value) && Object.entries(value).some(([name, held]) => seals.has(name) || isSealed(held))
}

/** An object without such members, and without them in some of its members; the same reference if there are none. */
export function withoutSeals(value: JsonObject, within: readonly string[] = []): JsonObject {
  const isGoing = (name: string): boolean => seals.has(name)
  const isChanged = Object.keys(value).some(isGoing) || within.some((name) => isSealed(value[name]))
  if (!isChanged) return value
  const kept = Object.entries(value).filter(([name]) => !isGoing(name))
  return Object.fromEntries(
    kept.map(([name, held]) => [name, within.includes(name) && isObject(held) ? bare(held) : held]),
  )
}

function bare(value: JsonObject): JsonObject {
  return withoutSeals(value, Object.keys(value))
}

/** A message whose list of parts is free of seals; its reasoning is not looked at, since it goes as a whole. */
export function partsWithoutSeals(
  raw: unknown,
  list: string,
  free: (part: JsonObject) => JsonObject,
): unknown {
  const parts = isObject(raw) ? raw[list] : undefined
  if (!isObject(raw) || !Array.isArray(parts)) return raw
  const fresh = parts.map((part: unknown) =>
    isObject(part) && part.type !== 'reasoning' && part.type !== 'thinking' ? free(part) : part,
  )
  return fresh.every((part, index) => part === parts[index]) ? raw : { ...raw, [list]: fresh }
}
