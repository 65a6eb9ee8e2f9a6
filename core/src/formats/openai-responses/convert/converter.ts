import type { Converter } from '../../../model/converter.ts'
import { isObject } from '../../../model/json.ts'
import { itemsOf } from '../body.ts'
import { readAnswer, writeAnswer } from './answer.ts'
import { isErrorBody, readError, writeError } from './error.ts'
import { origin } from './origin.ts'
import { readRequest } from './read.ts'
import { writeRequest } from './write.ts'

/** The requests, answers and errors of OpenAI Responses as neutral values, and back. */
export const responsesConverter: Converter = {
  format: origin,
  provider: 'openai',
  takesFreeText: () => true,
  citesAddresses: true,
  toolNames: '^[a-zA-Z0-9_-]{1,64}$',
  kindOf,
  request: { read: readRequest, write: writeRequest },
  answer: { read: readAnswer, write: writeAnswer },
  error: { read: readError, write: writeError },
}

function kindOf(document: unknown): ReturnType<Converter['kindOf']> {
  if (isErrorBody(document) || isFailure(document)) return 'error'
  if (isObject(document) && Array.isArray(document.output)) return 'answer'
  return itemsOf(document) === undefined ? undefined : 'request'
}

/** A response that failed is an error in any other API. */
function isFailure(document: unknown): boolean {
  return isObject(document) && document.status === 'failed' && isObject(document.error)
}
