import { isObject } from '../../model/json.ts'

/** Whether an entry of a list asks the provider to remember all before it, and is nothing else. */
export function isMark(entry: unknown): boolean {
  return isObject(entry) && isObject(entry.cachePoint)
}

/** A list without the first of its marks; what is no list stays as it is. */
export function withoutMarks(list: unknown, count: number): unknown {
  if (!Array.isArray(list)) return list
  let left = count
  return list.filter((entry) => !isMark(entry) || left-- <= 0)
}

/** A message, or what stands before the messages, without marks. */
export function unmarked(value: unknown): unknown {
  if (!isObject(value)) return value
  const lists = Object.entries(value).filter(([, held]) => Array.isArray(held) && held.some(isMark))
  return lists.length === 0
    ? value
    : { ...value, ...Object.fromEntries(lists.map(([name, list]) => [name, withoutMarks(list, Infinity)])) }
}
