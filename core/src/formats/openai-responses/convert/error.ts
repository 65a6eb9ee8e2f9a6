import { present } from '../../../model/counts.ts'
import { isObject, nonEmpty } from '../../../model/json.ts'
import type { ErrorKind, NeutralError } from '../../../model/neutral-answer.ts'

const codes: Readonly<Record<ErrorKind, string>> = {
  invalid: 'invalid_prompt',
  authentication: 'invalid_api_key',
  permission: 'permission_denied',
  'not-found': 'not_found',
  'too-large': 'request_too_large',
  'rate-limit': 'rate_limit_exceeded',
  overloaded: 'overloaded',
  timeout: 'timeout',
  server: 'server_error',
}

const kinds: ReadonlyMap<unknown, ErrorKind> = new Map<unknown, ErrorKind>([
  ...Object.entries(codes).map(([kind, code]) => [code, kind as ErrorKind] as const),
  ['model_not_found', 'not-found'],
  ['insufficient_quota', 'rate-limit'],
  ['invalid_request_error', 'invalid'],
  ['rate_limit_error', 'rate-limit'],
  ['context_length_exceeded', 'invalid'],
])

/** Whether a body is an error; a response that is one has `error: null`. */
export function isErrorBody(body: unknown): boolean {
  return isObject(body) && isObject(body.error) && !('output' in body)
}

/** Reads the body of an error, the `error` event of a stream, or the `error` of a failed response. */
export function readError(body: unknown): NeutralError {
  const outer = isObject(body) ? body : {}
  const error = isObject(outer.error) ? outer.error : outer
  return present({
    as: 'error' as const,
    kind: kinds.get(error.code) ?? kinds.get(error.type) ?? ('server' as const),
    message: nonEmpty(error.message) ?? '',
    code: nonEmpty(error.code) ?? nonEmpty(error.type),
  })
}

export function writeError({ kind, message }: NeutralError): unknown {
  const isInvalid = kind === 'invalid'
  const type = isInvalid
    ? 'invalid_request_error'
    : kind === 'rate-limit'
      ? 'rate_limit_error'
      : 'server_error'
  return { error: { message, type, param: null, code: isInvalid ? null : codes[kind] } }
}

/** The `error` of a failed response. */
export function failureOf({ kind, message }: NeutralError): unknown {
  return { code: codes[kind], message }
}
