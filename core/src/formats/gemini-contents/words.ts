import { isObject } from '../../model/json.ts'

/** What a response says, where that is one string and nothing else. */
export function onlyWords(response: unknown): string | undefined {
  if (typeof response === 'string') return response
  if (!isObject(response)) return undefined
  const [only, ...more] = Object.values(response)
  return typeof only === 'string' && more.length === 0 ? only : undefined
}
