import { present } from '../../../model/counts.ts'
import { kindOfStatus } from '../../../model/error-kind.ts'
import { isObject, nonEmpty } from '../../../model/json.ts'
import type { ErrorKind, NeutralError } from '../../../model/neutral-answer.ts'

const types: Readonly<Record<ErrorKind, string>> = {
  invalid: 'invalid_request_error',
  authentication: 'invalid_request_error',
  permission: 'invalid_request_error',
  'not-found': 'invalid_request_error',
  'too-large': 'invalid_request_error',
  'rate-limit': 'rate_limit_error',
  overloaded: 'server_error',
  timeout: 'server_error',
  server: 'server_error',
}

// The type alone does not tell these apart; the code does.
const codes: Readonly<Partial<Record<ErrorKind, string>>> = {
  authentication: 'invalid_api_key',
  permission: 'permission_denied',
  'not-found': 'not_found',
  'too-large': 'request_too_large',
  'rate-limit': 'rate_limit_exceeded',
  overloaded: 'overloaded',
  timeout: 'timeout',
}

const kinds: ReadonlyMap<unknown, ErrorKind> = new Map<unknown, ErrorKind>([
  ...Object.entries(codes).map(([kind, code]) => [code, kind as ErrorKind] as const),
  ['model_not_found', 'not-found'],
  ['insufficient_quota', 'rate-limit'],
  ['tokens', 'rate-limit'],
  ['requests', 'rate-limit'],
  ['authentication_error', 'authentication'],
  ['permission_error', 'permission'],
  ['not_found_error', 'not-found'],
  ['rate_limit_error', 'rate-limit'],
  ['invalid_request_error', 'invalid'],
  ['server_error', 'server'],
])

/** Whether a body, or an event of a stream, is an error. */
export function isErrorBody(body: unknown): boolean {
  return isObject(body) && (isObject(body.error) || typeof body.error === 'string') && !('choices' in body)
}

/** Reads the body of an error, or the event of a stream that holds one; some servers write the sentence alone. */
export function readError(body: unknown): NeutralError {
  const given = isObject(body) ? body.error : undefined
  const error = isObject(given) ? given : { message: given }
  const { code, type } = error
  return present({
    as: 'error' as const,
    kind: kinds.get(code) ?? (typeof code === 'number' ? kindOfStatus(code) : kinds.get(type)) ?? 'server',
    message: nonEmpty(error.message) ?? '',
    code: nonEmpty(code) ?? nonEmpty(type),
  })
}

export function writeError({ kind, message }: NeutralError): unknown {
  return { error: { message, type: types[kind], param: null, code: codes[kind] ?? null } }
}
