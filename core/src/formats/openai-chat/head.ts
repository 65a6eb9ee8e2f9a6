import { isObject } from '../../model/json.ts'

/** The members that the model reads besides the messages. */
export function headOf(document: unknown): unknown {
  return isObject(document) ? { tools: document.tools } : undefined
}

/** A message, or what is read besides the messages, without the cache marks that Claude's clients set. */
export function unmarked(value: unknown): unknown {
  if (!isObject(value)) return value
  const { cache_control: _mark, ...rest } = value
  const lists = Object.entries(rest).filter(([, held]) => Array.isArray(held) && held.some(isMarked))
  return { ...rest, ...Object.fromEntries(lists.map(([name, list]) => [name, withoutMarks(list)])) }
}

function isMarked(item: unknown): boolean {
  return isObject(item) && item.cache_control !== undefined
}

function withoutMarks(list: unknown): unknown {
  return Array.isArray(list) ? list.map((item) => (isMarked(item) ? unmarked(item) : item)) : list
}
