import { isUtf8 } from 'node:buffer'
import { type HeaderList, valuesIn } from '../send/headers.ts'
import { hasAmbiguousNames } from './ambiguous-names.ts'

/** Why a body could not be read, or may be read differently by its API. */
export type Unread =
  | 'encoding'
  | 'compression'
  | 'charset'
  | 'utf-8'
  | 'json'
  | 'names'
  | 'format'
  | 'failure'

/** The reasons in words, for the client. */
export const unreadWords: Readonly<Record<Unread, string>> = {
  encoding: 'its content-encoding is not one of gzip, deflate, br and zstd',
  compression: 'it is not in the encoding that content-encoding names',
  charset: 'its character set is not UTF-8',
  'utf-8': 'it is not valid UTF-8',
  json: 'it is not valid JSON',
  names: 'a member is written twice, or in another case',
  format: 'it is written in the format of another API',
  failure: 'the look at it failed',
}

/** Whether the headers of a body name another character set than the one that JSON is read in here. */
export function hasForeignCharset(headers: HeaderList): boolean {
  const sets = valuesIn(headers, 'content-type').flatMap((type) => [
    ...type.matchAll(/charset\s*=\s*"?([^\s";,]*)/gi),
  ])
  return sets.some(([, name = '']) => !/^(?:utf-?8|us-ascii|ascii)$/i.test(name))
}

/** Why another reader of a body that is JSON may see something else in it; undefined if none can. */
export function doubtIn(bytes: Buffer): Unread | undefined {
  if (!isUtf8(bytes)) return 'utf-8'
  return hasAmbiguousNames(bytes.toString('latin1')) ? 'names' : undefined
}
