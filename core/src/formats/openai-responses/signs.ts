import type { Sign } from '../../model/format.ts'
import { isObject } from '../../model/json.ts'
import { isOwnType } from './items.ts'

const ownContent: ReadonlySet<unknown> = new Set(['input_text', 'output_text', 'input_image', 'input_file'])

/** The sign of this format that an item shows: a call is an item of its own. */
export function signOf(turn: unknown): Sign {
  if (!isObject(turn)) return undefined
  const { type, role, content } = turn
  if (isOwnType(type) && type !== 'message') return role === undefined ? 'sure' : 'some'
  const isOwn = Array.isArray(content) && content.some((part) => isObject(part) && ownContent.has(part.type))
  return isOwn ? 'some' : undefined
}
