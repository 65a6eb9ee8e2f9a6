import { isUtf8 } from 'node:buffer'
import { memberFinder } from '@mortise/core'
import { type Cells, DiskError, type RowImage } from '../../disk/index.ts'
import { objectIn } from '../records/loose-object.ts'
import { bytesIn, integer, textCell, wordsIn } from '../rows/cells.ts'

/** Contents that are lists stand behind this mark, as JSON. */
const listMark = Buffer.from('\0json:')

/** The columns with texts, in the order in which a record has them behind its content and its calls. */
const texts = ['tool_call_id', 'tool_name', 'finish_reason', 'reasoning_content'] as const

/** The columns with reasoning that only its provider can read, as JSON; only some versions have them. */
export const sealed: readonly string[] = ['reasoning_details', 'codex_reasoning_items', 'codex_message_items']

/** The record in a row: a message of chat. Lists stand in it as they stand in the row. */
export function lineOf({ cells }: RowImage, name: string): Uint8Array {
  const pieces: (string | Uint8Array)[] = [`{"role":${JSON.stringify(wordsIn(cells.role) ?? '')}`]
  const content = contentOf(cells, name)
  if (content !== undefined) pieces.push(',"content":', content)
  const calls = bytesIn(cells.tool_calls)
  if (calls !== undefined && calls.length > 0) {
    if (!isJson(calls)) throw unreadable(name)
    pieces.push(',"tool_calls":', calls)
  }
  for (const column of [...texts, ...sealed]) {
    const text = wordsIn(cells[column])
    if (text !== undefined) pieces.push(`,"${column}":${JSON.stringify(text)}`)
  }
  if (cells.active?.value === 0n) pieces.push(',"active":false')
  pieces.push('}')
  return Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)))
}

function contentOf({ content }: Cells, name: string): string | Uint8Array | undefined {
  if (content === undefined || content.type === 'null') return undefined
  const bytes = bytesIn(content)
  if (bytes === undefined || !isUtf8(bytes)) throw unreadable(name)
  const isList = Buffer.compare(bytes.subarray(0, listMark.length), listMark) === 0
  const list = bytes.subarray(listMark.length)
  return isList && isJson(list) ? list : JSON.stringify(Buffer.from(bytes).toString())
}

function isJson(bytes: Uint8Array): boolean {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString())
    return value !== null && isUtf8(bytes)
  } catch {
    return false
  }
}

function unreadable(name: string): DiskError {
  return new DiskError('no-record', `A row of \`${name}\` holds no message that can be read.`, 4)
}

const finder = memberFinder(['content', 'tool_calls'])

/** The cells that a record asks for; those of a row that it says nothing of are not among them. */
export function cellsOf(line: Uint8Array): Cells {
  const { role, content, active, ...rest } = objectIn(line) ?? {}
  const spans = finder.find(line)
  const raw = (name: string): Uint8Array => {
    const span = spans?.get(name)
    if (span === undefined)
      throw new DiskError('check-failed', 'A new record cannot be read; nothing was changed.')
    return line.subarray(span.start, span.end)
  }
  const there = sealed.filter((column) => typeof rest[column] === 'string')
  const own = [...texts, ...there].map((column) => [column, textOrNull(rest[column])] as const)
  return {
    role: textCell(String(role)),
    content:
      content === undefined || content === null
        ? none
        : typeof content === 'string'
          ? textCell(content)
          : textCell(Buffer.concat([listMark, raw('content')])),
    tool_calls: rest.tool_calls === undefined ? none : textCell(Buffer.from(raw('tool_calls'))),
    ...Object.fromEntries(own),
    active: integer(active === false ? 0n : 1n),
  }
}

const none = { type: 'null', value: null } as const

function textOrNull(value: unknown): Cells[string] {
  return typeof value === 'string' ? textCell(value) : none
}
