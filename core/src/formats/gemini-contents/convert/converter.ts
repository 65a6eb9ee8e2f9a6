import type { Converter } from '../../../model/converter.ts'
import { isObject } from '../../../model/json.ts'
import { contentsOf } from '../body.ts'
import { readAnswer, writeAnswer } from './answer.ts'
import { isErrorBody, readError, writeError } from './error.ts'
import { origin } from './origin.ts'
import { readRequest } from './read.ts'
import { isReadBack } from './read-result.ts'
import { writeRequest } from './write.ts'

/** Gemini's requests, answers and errors as neutral values, and back. */
export const geminiConverter: Converter = {
  format: origin,
  provider: 'google',
  signsCalls: true,
  namesResults: true,
  toolNames: '^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$',
  takesJson: isReadBack,
  kindOf,
  request: { read: readRequest, write: writeRequest },
  answer: { read: readAnswer, write: writeAnswer },
  error: { read: readError, write: writeError },
}

function kindOf(document: unknown): ReturnType<Converter['kindOf']> {
  const only: unknown = Array.isArray(document) && document.length === 1 ? document[0] : document
  if (isErrorBody(only)) return 'error'
  if (isAnswer(document) || (isObject(document) && isAnswer(document.response))) return 'answer'
  return contentsOf(document) === undefined ? undefined : 'request'
}

function isAnswer(document: unknown): boolean {
  if (!isObject(document) || document.contents !== undefined) return false
  return (
    Array.isArray(document.candidates) ||
    document.promptFeedback !== undefined ||
    document.usageMetadata !== undefined
  )
}
