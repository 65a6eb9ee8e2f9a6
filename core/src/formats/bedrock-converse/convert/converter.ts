import type { Converter } from '../../../model/converter.ts'
import { isObject } from '../../../model/json.ts'
import { messagesOf } from '../../messages.ts'
import { readAnswer, writeAnswer } from './answer.ts'
import { isErrorBody, readError, writeError } from './error.ts'
import { origin } from './origin.ts'
import { readRequest } from './read.ts'
import { writeRequest } from './write.ts'

/**
 * Converse's requests, answers and errors as neutral values, and back.
 *
 * Reasoning that is signed here is signed by Claude; its signatures hold on every platform that serves it.
 */
export const converseConverter: Converter = {
  format: origin,
  provider: 'anthropic',
  citesAddresses: true,
  toolNames: '^[a-zA-Z0-9_-]{1,64}$',
  takesJson: isObject,
  kindOf,
  request: { read: readRequest, write: writeRequest },
  answer: { read: readAnswer, write: writeAnswer },
  error: { read: readError, write: writeError },
}

function kindOf(document: unknown): ReturnType<Converter['kindOf']> {
  if (messagesOf(document) !== undefined) return 'request'
  if (isObject(document) && isObject(document.output) && isObject(document.output.message)) return 'answer'
  return isErrorBody(document) ? 'error' : undefined
}
