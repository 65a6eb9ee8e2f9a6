import type { Converter } from '../../../model/converter.ts'
import { isObject } from '../../../model/json.ts'
import { messagesOf } from '../../messages.ts'
import { name } from '../name.ts'
import { readAnswer, writeAnswer } from './answer.ts'
import { isErrorBody, readError, writeError } from './error.ts'
import { readRequest } from './read.ts'
import { writeRequest } from './write.ts'

/** Reads and writes everything of this format. */
export const chatConverter: Converter = {
  format: name,
  provider: 'openai',
  citesAddresses: true,
  toolNames: '^[a-zA-Z0-9_-]{1,64}$',
  // Its copies know functions alone.
  takesFreeText: (provider) => provider === 'openai',
  kindOf,
  request: { read: readRequest, write: writeRequest },
  answer: { read: readAnswer, write: writeAnswer },
  error: { read: readError, write: writeError },
}

function kindOf(document: unknown): 'request' | 'answer' | 'error' | undefined {
  if (messagesOf(document) !== undefined) return 'request'
  if (isObject(document) && Array.isArray(document.choices)) return 'answer'
  return isErrorBody(document) ? 'error' : undefined
}
