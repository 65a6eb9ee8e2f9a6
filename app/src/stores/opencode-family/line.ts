import { DiskError, type RowImage } from '../../disk/index.ts'
import { looseObject, objectIn } from '../records/loose-object.ts'
import { bytesIn, wordsIn } from '../rows/cells.ts'

/** A message as a line, taken apart: the bytes of its row and of those of its parts. */
export interface Pieces {
  readonly id: string
  readonly time: bigint
  readonly data: Uint8Array
  readonly parts: readonly Uint8Array[]
}

/** The line of a message of version 1: the texts of its rows stand in it as they are. */
export function firstLine({ cells, sides }: RowImage, name: string): Uint8Array {
  const parts = (sides.part ?? []).map((part) => objectBytes(part.data, name))
  const pieces = parts.flatMap((part, index) => (index === 0 ? [part] : [comma, part]))
  return Buffer.concat([
    Buffer.from(startOf(idIn(cells), timeIn(cells))),
    objectBytes(cells.data, name),
    Buffer.from(',"parts":['),
    ...pieces,
    Buffer.from(']}'),
  ])
}

/** The line of a message of version 2. */
export function secondLine({ cells }: RowImage, name: string): Uint8Array {
  const { type, seq } = cells
  const members = {
    id: idIn(cells),
    type: wordsIn(type) ?? '',
    seq: Number(seq?.value),
    time: Number(timeIn(cells)),
  }
  const start = `${JSON.stringify(members).slice(0, -1)},"data":`
  return Buffer.concat([Buffer.from(start), objectBytes(cells.data, name), Buffer.from('}')])
}

const comma = Buffer.from(',')

function startOf(id: string, time: bigint): string {
  return `{"id":${JSON.stringify(id)},"time":${time},"data":`
}

function idIn({ id }: RowImage['cells']): string {
  return wordsIn(id) ?? ''
}

function timeIn({ time_created: time }: RowImage['cells']): bigint {
  return typeof time?.value === 'bigint' ? time.value : 0n
}

/** The text of a cell, which has to be a JSON object: the agent refuses the whole session where one is not. */
function objectBytes(cell: RowImage['cells'][string] | undefined, name: string): Uint8Array {
  const bytes = bytesIn(cell)
  if (bytes !== undefined && objectIn(bytes) !== undefined) return bytes
  throw new DiskError('no-record', `A row of \`${name}\` holds no JSON object, and cannot be read.`, 4)
}

/** Takes a line apart: nothing but the data of its rows may stand in it. */
export function piecesOf(line: Uint8Array): Pieces {
  const { id, time } = objectIn(line) ?? {}
  if (typeof id !== 'string' || !Number.isSafeInteger(time)) throw strange()
  const start = Buffer.from(startOf(id, BigInt(time as number)))
  if (Buffer.compare(line.subarray(0, start.length), start) !== 0) throw strange()
  const scan = new Scan(line, start.length)
  const data = scan.object()
  scan.pass(',"parts":[')
  const parts: Uint8Array[] = []
  while (!scan.isAt(']')) {
    if (parts.length > 0) scan.pass(',')
    parts.push(scan.object())
  }
  scan.pass(']}')
  return { id, time: BigInt(time as number), data, parts }
}

/** The id and the data of a line of version 2. */
export function dataOf(line: Uint8Array): { readonly id: unknown; readonly data: Uint8Array } {
  const { id, type, seq, time } = objectIn(line) ?? {}
  const start = Buffer.from(`${JSON.stringify({ id, type, seq, time }).slice(0, -1)},"data":`)
  if (Buffer.compare(line.subarray(0, start.length), start) !== 0) throw strange()
  const scan = new Scan(line, start.length)
  const data = scan.object()
  scan.pass('}')
  return { id, data }
}

class Scan {
  private readonly line: Uint8Array
  private at: number

  constructor(line: Uint8Array, at: number) {
    this.line = line
    this.at = at
  }

  /** The bytes of the object that starts here. */
  object(): Uint8Array {
    while (this.line[this.at] === 32) this.at++
    const { end } = looseObject(this.line, this.at)
    if (end === undefined || this.line[this.at] !== 123) throw strange()
    const bytes = this.line.subarray(this.at, end)
    this.at = end
    return bytes
  }

  isAt(text: string): boolean {
    return String.fromCharCode(this.line[this.at] ?? 0) === text
  }

  pass(text: string): void {
    const found = Buffer.from(this.line.subarray(this.at, this.at + text.length)).toString('latin1')
    if (found !== text) throw strange()
    this.at += text.length
  }
}

function strange(): DiskError {
  return new DiskError(
    'check-failed',
    'A message would hold something that none of its rows can hold; nothing was changed.',
  )
}
