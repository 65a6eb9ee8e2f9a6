import type { Reshape, Shapes } from '../../model/format.ts'
import { isObject, type JsonObject } from '../../model/json.ts'
import { ownTurn } from './own-turn.ts'
import { keyOf, memberOf, resultKeys, signatureKeys } from './spelling.ts'
import { isWaiver } from './waiver.ts'

/** A result whose response is an object; what is none is its output. */
const objectResult: Reshape = (raw) => {
  const key = isObject(raw) ? keyOf(raw, resultKeys) : undefined
  const held = isObject(raw) && key !== undefined ? raw[key] : undefined
  if (!isObject(raw) || key === undefined || !isObject(held) || isObject(held.response)) return raw
  const isNothing = held.response === undefined || held.response === null
  return { ...raw, [key]: { ...held, response: isNothing ? {} : { output: held.response } } }
}

/** A turn whose parts carry no signature of their model; a waiver is none. */
const withoutIssuer: Reshape = (raw) => {
  if (!isObject(raw) || !Array.isArray(raw.parts) || !raw.parts.some(isSigned)) return raw
  return { ...raw, parts: raw.parts.map((part) => (isSigned(part) ? unsigned(part) : part)) }
}

function isSigned(part: unknown): part is JsonObject {
  const signature = isObject(part) ? memberOf(part, signatureKeys) : undefined
  return typeof signature === 'string' && signature !== '' && !isWaiver(signature)
}

function unsigned(part: JsonObject): JsonObject {
  const isOther = ([name]: readonly [string, unknown]): boolean => !signatureKeys.includes(name)
  return Object.fromEntries(Object.entries(part).filter(isOther))
}

/** The shapes that a part can be given. */
export const shapes: Shapes = {
  'object-result': objectResult,
  'without-issuer': withoutIssuer,
  'own-turn': (raw) => ownTurn(raw) ?? raw,
}
