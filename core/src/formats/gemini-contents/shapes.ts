import type { Reshape, Shapes } from '../../model/format.ts'
import { isObject } from '../../model/json.ts'
import { ownTurn } from './own-turn.ts'
import { keyOf, resultKeys } from './spelling.ts'

/** A result whose response is an object; what is none is its output. */
const objectResult: Reshape = (raw) => {
  const key = isObject(raw) ? keyOf(raw, resultKeys) : undefined
  const held = isObject(raw) && key !== undefined ? raw[key] : undefined
  if (!isObject(raw) || key === undefined || !isObject(held) || isObject(held.response)) return raw
  const isNothing = held.response === undefined || held.response === null
  return { ...raw, [key]: { ...held, response: isNothing ? {} : { output: held.response } } }
}

/** The shapes that a part can be given. */
export const shapes: Shapes = {
  'object-result': objectResult,
  'own-turn': (raw) => ownTurn(raw) ?? raw,
}
