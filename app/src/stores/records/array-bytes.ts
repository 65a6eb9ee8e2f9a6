import { closes, listStart } from './array-file.ts'

/** A stretch of a file. */
interface Span {
  readonly start: number
  readonly end: number
}

/** A record of a file that is made anew: one that was there, or a new one. */
export type Item =
  | { readonly from: number; readonly bytes: Uint8Array }
  | { readonly from: undefined; readonly value: unknown }

/**
 * The bytes of a JSON array with other records.
 *
 * Everything between records that stay next to each other keeps its bytes; new records are laid out as those
 * beside them. `isWhole`: also what does not belong between records goes. `member`: the array is a member of an object.
 */
export function arrayOf(
  bytes: Uint8Array,
  spans: readonly Span[],
  items: readonly Item[],
  { isWhole, member }: { readonly isWhole: boolean; readonly member: string | undefined },
): Uint8Array {
  const form = formOf(bytes, spans, member)
  const gap = (index: number): Uint8Array => (isWhole ? form.soundGap(index) : form.gap(index))
  const pieces: Uint8Array[] = [isWhole ? form.soundHead : form.head]
  for (const [place, item] of items.entries()) {
    if (place === 0) pieces.push(item.from === 0 || isWhole ? gap(0) : form.soundGap(0))
    else pieces.push(item.from === undefined || item.from === 0 ? form.separator : gap(item.from))
    pieces.push(item.from === undefined ? form.printed(item.value) : item.bytes)
  }
  pieces.push(isWhole ? form.soundTail : form.tail)
  return Buffer.concat(pieces)
}

/** How an array is laid out. */
interface Form {
  /** All before the first record's white space: the opening bracket is its last byte. */
  readonly head: Uint8Array
  readonly soundHead: Uint8Array
  readonly tail: Uint8Array
  readonly soundTail: Uint8Array
  readonly separator: Uint8Array
  /** The bytes before a record, back to the one before it. */
  gap(index: number): Uint8Array
  /** The same without what does not belong there. */
  soundGap(index: number): Uint8Array
  printed(value: unknown): Uint8Array
}

function formOf(bytes: Uint8Array, spans: readonly Span[], member: string | undefined): Form {
  const headEnd = (listStart(bytes, member) ?? -1) + 1
  const isByteOrderMarked = bytes[0] === 0xef
  const gap = (index: number): Uint8Array =>
    bytes.subarray(index === 0 ? headEnd : (spans[index - 1]?.end ?? headEnd), spans[index]?.start)
  const tail = bytes.subarray(spans.at(-1)?.end ?? headEnd)
  const lead = spans.length === 0 ? '' : blanksAtEnd(gap(0))
  const between = spans.findIndex((_, index) => index > 0 && isSeparator(gap(index)))
  const separator = between < 0 ? Buffer.from(`,${lead}`) : gap(between)
  const [first] = spans
  const isWide = first !== undefined && bytes.subarray(first.start, first.end).includes(10)
  const lineBreak = lead.includes('\n') ? (lead.includes('\r\n') ? '\r\n' : '\n') : ''
  const closing = `${lineBreak}]${member === undefined ? '' : `${lineBreak}}`}`
  const opening = member === undefined ? '[' : `{${JSON.stringify(member)}:[`
  const head = bytes.subarray(0, headEnd)
  return {
    head,
    soundHead: headEnd > 0 ? head.subarray(isByteOrderMarked ? 3 : 0) : Buffer.from(opening),
    tail,
    soundTail: isTail(tail, member) ? tail : Buffer.from(closing),
    separator,
    gap,
    soundGap: (index) => (index === 0 ? Buffer.from(lead) : isSeparator(gap(index)) ? gap(index) : separator),
    printed: (value) => Buffer.from(isWide ? indented(value, lead) : JSON.stringify(value)),
  }
}

function blanksAtEnd(gap: Uint8Array): string {
  const text = Buffer.from(gap).toString('latin1')
  return text.slice(text.trimEnd().length)
}

function isSeparator(gap: Uint8Array): boolean {
  return /^[\t\n\r ]*,[\t\n\r ]*$/.test(Buffer.from(gap).toString('latin1'))
}

function isTail(tail: Uint8Array, member: string | undefined): boolean {
  const end = /^[\t\n\r ]*\]/.exec(Buffer.from(tail).toString('latin1'))?.[0]
  return end !== undefined && closes(tail.subarray(end.length), member)
}

/** A value over several lines, indented as records are that stand behind such white space. */
function indented(value: unknown, lead: string): string {
  const indent = lead.replace(/^.*\n/s, '')
  const lineBreak = lead.includes('\r\n') ? '\r\n' : '\n'
  return JSON.stringify(value, null, indent === '' ? 2 : indent).replaceAll('\n', `${lineBreak}${indent}`)
}
