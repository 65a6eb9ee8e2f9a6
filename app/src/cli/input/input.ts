import { isUtf8 } from 'node:buffer'
import { messageIn } from '@mortise/core'
import { CommandError } from '../program/failure.ts'
import { quoteFile } from '../program/program.ts'
import { isBlank } from '../screen/lines.ts'
import { locateJsonFault } from './json-fault.ts'
import { type InputSource, isSameFile } from './source.ts'

/** Bytes that can be read as a text, or the reason why not. */
export function readable(bytes: Buffer, source: InputSource): Buffer {
  const body = hasByteOrderMark(bytes) ? bytes.subarray(3) : bytes
  const isWide = (body[0] === 0xff && body[1] === 0xfe) || (body[0] === 0xfe && body[1] === 0xff)
  if (isWide)
    throw failed(
      source,
      'is UTF-16; JSON is read as UTF-8',
      `iconv -f UTF-16 -t UTF-8 ${quoteFile(source.path ?? '-')}`,
    )
  if (!isUtf8(body)) throw failed(source, 'is not UTF-8 text', `file ${quoteFile(source.path ?? '-')}`)
  if (isBlank(body)) throw empty(source)
  return bytes
}

/** The text of bytes, after the byte order mark. */
export function textOf(bytes: Buffer): string {
  return bytes.toString('utf8', hasByteOrderMark(bytes) ? 3 : 0)
}

/** The value that bytes hold as JSON. */
export function parseJson(bytes: Buffer, source: InputSource): unknown {
  const text = textOf(bytes)
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error
    throw brokenJson(text, source)
  }
}

/** Whether bytes begin with the byte order mark of UTF-8. */
export function hasByteOrderMark(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
}

/** The fault of bytes that are no JSON, and its place. */
export function brokenJson(text: string, source: InputSource): CommandError {
  const { line, column, reason, isSecondValue } = locateJsonFault(text)
  const message = `${source.name} is not valid JSON at ${line}:${column}: ${reason}.`
  const file = source.path === undefined ? '' : ` ${quoteFile(source.path)}`
  if (isSecondValue && line > 1)
    return new CommandError('broken-json', message, batchHint(text, source.command, file))
  const hint =
    source.path === undefined
      ? undefined
      : `sed -n ${line}p${file} | cut -c ${Math.max(1, column - 40)}-${column + 40}`
  return new CommandError('broken-json', message, hint)
}

/** How to look at several values; what is no row yet is made one, a line at a time, and messages are made a list. */
function batchHint(text: string, command: string, file: string): string {
  const line = text.trimStart().split('\n', 1)[0] ?? ''
  if (file !== '' && isMessage(line)) return `grep .${file} | sed '1s/^/[/;$!s/$/,/;$s/$/]/' | ${command}`
  const isRow = line.includes('"document"')
  const rows = `sed 's/..*/{"document":&}/'${file}`
  return isRow || file === '' ? `${command} --batch${file}` : `${rows} | ${command} --batch`
}

function isMessage(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line)
    return value !== undefined && messageIn(value) === value
  } catch {
    return false
  }
}

/** A file that is read and written in one line: the shell empties it before anything can be read. */
function empty(source: InputSource): CommandError {
  const { path, command } = source
  if (path === undefined || !isSameFile(path, 1)) return failed(source, 'is empty')
  const why = 'is empty: the shell empties the file behind `>` before this command starts'
  return failed(source, why, `${command} ${quoteFile(path)} --in-place`)
}

function failed(source: InputSource, what: string, hint?: string): CommandError {
  return new CommandError('unreadable', `${source.name} ${what}.`, hint)
}
