import type { JsonObject } from '../../model/json.ts'
import { isJson } from '../arguments.ts'

/** Whether an item has a name of its own. */
export function hasName({ id }: JsonObject): boolean {
  return typeof id === 'string' && id !== ''
}

/** Whether a tool has a name. */
export function isNamed(name: unknown): boolean {
  return typeof name === 'string' && name !== ''
}

/** Whether arguments are JSON in a string. */
export function hasJson(given: unknown): boolean {
  return typeof given === 'string' && isJson(given)
}
