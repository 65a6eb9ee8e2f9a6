import { isObject } from '../../model/json.ts'

/** The words of a response, where they are one string and nothing else. */
export function onlyWords(response: unknown): string | undefined {
  if (typeof response === 'string') return response
  if (!isObject(response)) return undefined
  const [only, ...more] = Object.values(response)
  return typeof only === 'string' && more.length === 0 ? only : undefined
}
