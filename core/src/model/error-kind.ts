import type { ErrorKind } from './neutral-answer.ts'

const byStatus: ReadonlyMap<number, ErrorKind> = new Map([
  [401, 'authentication'],
  [403, 'permission'],
  [404, 'not-found'],
  [408, 'timeout'],
  [413, 'too-large'],
  [429, 'rate-limit'],
  [503, 'overloaded'],
  [504, 'timeout'],
  [529, 'overloaded'],
])

const statuses: Readonly<Record<ErrorKind, number>> = {
  invalid: 400,
  authentication: 401,
  permission: 403,
  'not-found': 404,
  'too-large': 413,
  'rate-limit': 429,
  overloaded: 503,
  timeout: 504,
  server: 500,
}

/** The kind of error that a status stands for. */
export function kindOfStatus(status: number): ErrorKind {
  return byStatus.get(status) ?? (status >= 400 && status < 500 ? 'invalid' : 'server')
}

/** The status that says a kind of error, where the source told none. */
export function statusOfKind(kind: ErrorKind): number {
  return statuses[kind]
}

/** The kind that an API's own word stands for, by its table of words. */
export function kindOfWord(words: Readonly<Record<ErrorKind, string>>, word: unknown): ErrorKind | undefined {
  for (const [kind, own] of Object.entries(words)) if (own === word) return kind as ErrorKind
  return undefined
}
