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
 * beside them. `isWhole`: also what does not belong between records goes.
 */
export function arrayOf(
  bytes: Uint8Array,
  spans: readonly Span[],
  items: readonly Item[],
  isWhole: boolean,
): Uint8Array {
  const form = formOf(bytes, spans)
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

const bracket = 91

function formOf(bytes: Uint8Array, spans: readonly Span[]): Form {
  const headEnd = bytes.indexOf(bracket) + 1
  const gap = (index: number): Uint8Array =>
    bytes.subarray(index === 0 ? headEnd : (spans[index - 1]?.end ?? headEnd), spans[index]?.start)
  const tail = bytes.subarray(spans.at(-1)?.end ?? headEnd)
  const lead = spans.length === 0 ? '' : blanksAtEnd(gap(0))
  const between = spans.findIndex((_, index) => index > 0 && isSeparator(gap(index)))
  const separator = between < 0 ? Buffer.from(`,${lead}`) : gap(between)
  const [first] = spans
  const isWide = first !== undefined && bytes.subarray(first.start, first.end).includes(10)
  const closing = lead.includes('\n') ? `${lead.includes('\r\n') ? '\r\n' : '\n'}]` : ']'
  return {
    head: bytes.subarray(0, headEnd),
    soundHead: isHead(bytes.subarray(0, headEnd)) ? bytes.subarray(0, headEnd) : Buffer.from('['),
    tail,
    soundTail: isTail(tail) ? tail : Buffer.from(closing),
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

function isHead(head: Uint8Array): boolean {
  return /^[\t\n\r ]*\[$/.test(Buffer.from(head).toString('latin1'))
}

function isSeparator(gap: Uint8Array): boolean {
  return /^[\t\n\r ]*,[\t\n\r ]*$/.test(Buffer.from(gap).toString('latin1'))
}

function isTail(tail: Uint8Array): boolean {
  return /^[\t\n\r ]*\][\t\n\r ]*$/.test(Buffer.from(tail).toString('latin1'))
}

/** A value over several lines, indented as records are that stand behind such white space. */
function indented(value: unknown, lead: string): string {
  const indent = lead.replace(/^.*\n/s, '')
  const lineBreak = lead.includes('\r\n') ? '\r\n' : '\n'
  return JSON.stringify(value, null, indent === '' ? 2 : indent).replaceAll('\n', `${lineBreak}${indent}`)
}
