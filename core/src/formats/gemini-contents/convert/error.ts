import { present } from '../../../model/counts.ts'
import { kindOfStatus, kindOfWord, statusOfKind } from '../../../model/error-kind.ts'
import { isObject, nonEmpty } from '../../../model/json.ts'
import type { ErrorKind, NeutralError } from '../../../model/neutral-answer.ts'

const words: Readonly<Record<ErrorKind, string>> = {
  invalid: 'INVALID_ARGUMENT',
  authentication: 'UNAUTHENTICATED',
  permission: 'PERMISSION_DENIED',
  'not-found': 'NOT_FOUND',
  'too-large': 'OUT_OF_RANGE',
  'rate-limit': 'RESOURCE_EXHAUSTED',
  overloaded: 'UNAVAILABLE',
  timeout: 'DEADLINE_EXCEEDED',
  server: 'INTERNAL',
}

/** Whether a body, or a chunk of a stream, is an error. */
export function isErrorBody(body: unknown): boolean {
  return isObject(body) && isObject(body.error) && !('candidates' in body)
}

/** Reads the body of an error; the service sends it in a list too. */
export function readError(body: unknown): NeutralError {
  const only = Array.isArray(body) ? (body as readonly unknown[])[0] : body
  const error = isObject(only) && isObject(only.error) ? only.error : {}
  const status = typeof error.code === 'number' ? error.code : undefined
  return present({
    as: 'error' as const,
    kind: kindOfWord(words, error.status) ?? kindOfStatus(status ?? 500),
    message: nonEmpty(error.message) ?? '',
    status,
    code: nonEmpty(error.status),
  })
}

export function writeError({ kind, message, status }: NeutralError): unknown {
  return { error: { code: status ?? statusOfKind(kind), message, status: words[kind] } }
}
