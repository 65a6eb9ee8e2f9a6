import type { Converter } from '../../../model/converter.ts'
import { isObject } from '../../../model/json.ts'
import { messagesOf } from '../../messages.ts'
import { name } from '../name.ts'
import { readAnswer, writeAnswer } from './answer.ts'
import { isErrorBody, readError, writeError } from './error.ts'
import { readRequest } from './read.ts'
import { writeRequest } from './write.ts'

/** Reads and writes everything of this format. */
export const anthropicConverter: Converter = {
  format: name,
  provider: 'anthropic',
  toolNames: '^[a-zA-Z0-9_-]{1,128}$',
  kindOf,
  request: { read: readRequest, write: writeRequest },
  answer: { read: readAnswer, write: writeAnswer },
  error: { read: readError, write: writeError },
}

function kindOf(document: unknown): 'request' | 'answer' | 'error' | undefined {
  if (isErrorBody(document)) return 'error'
  if (messagesOf(document) !== undefined) return 'request'
  const isAnswer = isObject(document) && document.role === 'assistant' && Array.isArray(document.content)
  return isAnswer && (document.type === 'message' || 'stop_reason' in document) ? 'answer' : undefined
}
