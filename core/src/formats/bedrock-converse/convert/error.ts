import { kindOfWord } from '../../../model/error-kind.ts'
import { isObject, nonEmpty } from '../../../model/json.ts'
import type { ErrorKind, NeutralError } from '../../../model/neutral-answer.ts'

const words: Readonly<Record<ErrorKind, string>> = {
  invalid: 'ValidationException',
  authentication: 'UnrecognizedClientException',
  permission: 'AccessDeniedException',
  'not-found': 'ResourceNotFoundException',
  'too-large': 'RequestEntityTooLargeException',
  'rate-limit': 'ThrottlingException',
  overloaded: 'ServiceUnavailableException',
  timeout: 'ModelTimeoutException',
  server: 'InternalServerException',
}

/** Whether a body is an error. */
export function isErrorBody(body: unknown): boolean {
  return isObject(body) && typeof (body.message ?? body.Message) === 'string' && !('output' in body)
}

/** Reads the body of an error; its type stands in `__type`, or in a header that is not here. */
export function readError(body: unknown): NeutralError {
  const { __type: type, message, Message } = isObject(body) ? body : {}
  return errorOf(nonEmpty(type), message ?? Message)
}

/** An error by the name of its exception, as the events of a stream name it too. */
export function errorOf(name: string | undefined, message: unknown): NeutralError {
  const word = name?.replace(/^.*#/, '')
  const kind = kindOfWord(words, word === undefined ? word : capital(word)) ?? 'server'
  return {
    as: 'error',
    kind,
    message: nonEmpty(message) ?? '',
    ...(word === undefined ? {} : { code: word }),
  }
}

/** `__type` is what tells the exceptions apart for a reader that has no headers. */
export function writeError({ kind, message }: NeutralError): unknown {
  return { __type: words[kind], message }
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
