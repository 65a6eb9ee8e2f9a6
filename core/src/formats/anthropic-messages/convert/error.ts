import { present } from '../../../model/counts.ts'
import { kindOfWord } from '../../../model/error-kind.ts'
import { isObject, nonEmpty } from '../../../model/json.ts'
import type { ErrorKind, NeutralError } from '../../../model/neutral-answer.ts'

const words: Readonly<Record<ErrorKind, string>> = {
  invalid: 'invalid_request_error',
  authentication: 'authentication_error',
  permission: 'permission_error',
  'not-found': 'not_found_error',
  'too-large': 'request_too_large',
  'rate-limit': 'rate_limit_error',
  overloaded: 'overloaded_error',
  timeout: 'timeout_error',
  server: 'api_error',
}

/** Whether a body, or an event of a stream, is an error. */
export function isErrorBody(body: unknown): boolean {
  return isObject(body) && body.type === 'error' && isObject(body.error)
}

/** Reads the body of an error, or the `error` event of a stream. */
export function readError(body: unknown): NeutralError {
  const error = isObject(body) && isObject(body.error) ? body.error : {}
  return present({
    as: 'error' as const,
    kind: kindOfWord(words, error.type) ?? ('server' as const),
    message: nonEmpty(error.message) ?? '',
    code: nonEmpty(error.type),
    requestId: isObject(body) ? nonEmpty(body.request_id) : undefined,
  })
}

export function writeError({ kind, message, requestId }: NeutralError): unknown {
  return present({ type: 'error', error: { type: words[kind], message }, request_id: requestId })
}
