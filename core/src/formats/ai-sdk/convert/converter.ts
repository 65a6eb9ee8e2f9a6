import type { Converter } from '../../../model/converter.ts'
import { messagesOf } from '../../messages.ts'
import { origin } from './origin.ts'
import { readRequest } from './read.ts'
import { writeRequest } from './write.ts'

/** Messages of the AI SDK as neutral values, and back. The SDK has no answers of its own: it reads those of others. */
export const aiSdkConverter: Converter = {
  format: origin,
  provider: origin,
  signsCalls: true,
  namesProviders: true,
  takesJson: () => true,
  kindOf: (document) => (messagesOf(document) === undefined ? undefined : 'request'),
  request: { read: readRequest, write: writeRequest },
}
