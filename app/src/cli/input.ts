import { isUtf8 } from 'node:buffer'
import { CommandError } from './failure.ts'
import { locateJsonFault } from './json-fault.ts'
import { quoteFile } from './program.ts'
import type { Source } from './source.ts'

/** One conversation as it was read. */
export interface Input {
  readonly bytes: Buffer
  /** The text after the byte order mark. */
  readonly text: string
  /** The byte order mark, if there is one. */
  readonly mark: string
  readonly document: unknown
}

/** Reads a whole source as one JSON document. */
export async function readInput(source: Source): Promise<Input> {
  const bytes = await source.whole()
  const mark = hasMark(bytes) ? '\uFEFF' : ''
  const text = decode(mark === '' ? bytes : bytes.subarray(3), source)
  if (text.trim() === '') throw failed(source, 'is empty')
  return { bytes, text, mark, document: parse(text, source) }
}

/** Whether bytes begin with the byte order mark of UTF-8. */
export function hasMark(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
}

function decode(bytes: Buffer, source: Source): string {
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  if (isWide)
    throw failed(
      source,
      'is UTF-16; JSON is read as UTF-8',
      `iconv -f UTF-16 -t UTF-8 ${quoteFile(source.path ?? '-')}`,
    )
  if (!isUtf8(bytes)) throw failed(source, 'is not UTF-8 text', `file ${quoteFile(source.path ?? '-')}`)
  return bytes.toString('utf8')
}

function parse(text: string, source: Source): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error
    throw brokenJson(text, source)
  }
}

function brokenJson(text: string, source: Source): CommandError {
  const { line, column, reason, isSecondValue } = locateJsonFault(text)
  const message = `${source.name} is not valid JSON at ${line}:${column}: ${reason}.`
  const file = source.path === undefined ? '' : ` ${quoteFile(source.path)}`
  if (isSecondValue && line > 1)
    return new CommandError('broken-json', message, `${source.command} --batch${file}`)
  const look =
    source.path === undefined
      ? undefined
      : `sed -n ${line}p${file} | cut -c ${Math.max(1, column - 40)}-${column + 40}`
  return new CommandError('broken-json', message, look)
}

function failed(source: Source, what: string, hint?: string): CommandError {
  return new CommandError('unreadable', `${source.name} ${what}.`, hint)
}
