import type { Sign } from '../../model/format.ts'
import { isObject } from '../../model/json.ts'
import { callKeys, memberOf, resultKeys } from './spelling.ts'

/** The sign of this format that a content shows: its parts are told apart by their members, not by a type. */
export function signOf(turn: unknown): Sign {
  if (!isObject(turn) || !Array.isArray(turn.parts) || !turn.parts.some(isOwnPart)) return undefined
  return turn.content === undefined ? 'sure' : 'some'
}

/** Whether this is a part that has no type and holds words, data, a call or a result. */
export function isOwnPart(part: unknown): boolean {
  if (!isObject(part) || part.type !== undefined) return false
  if (memberOf(part, callKeys) !== undefined || memberOf(part, resultKeys) !== undefined) return true
  return typeof part.text === 'string' || isObject(part.inlineData) || isObject(part.fileData)
}
