import { signs, skipString } from '../scan/skip.ts'
import { decode } from '../text/decode.ts'
import { encode } from '../text/utf8.ts'
import type { ByteSpan } from './fit.ts'
import type { JsonStyle } from './json-style.ts'
import type { Script } from './script.ts'
import type { SplicePiece } from './splices.ts'

// Values that nest deeper stand on one line: indents alone would make the size the square of the depth.
const deepestLine = 64

/** Sets a script: its own words as new bytes, the rest as stretches of the document. */
export function setScript(bytes: Uint8Array, script: Script, style: JsonStyle): SplicePiece[] {
  const { outline, reused } = script
  const printer: Printer = { style, made: outline.bytes, pieces: [], texts: [], at: 0, closers: [] }
  for (let node = 0; node < outline.starts.length; ) {
    const span = reused.get(node)
    const end = outline.ends[node] as number
    const isOpen = span === undefined && outline.sizes[node] !== 1
    if (isOpen) open(printer)
    else if (span === undefined) copy(printer, end)
    else takeOver(printer, bytes, span, end)
    node += isOpen ? 1 : (outline.sizes[node] as number)
    if (!isOpen) closeUntilNext(printer)
  }
  flush(printer)
  return printer.pieces
}

interface Printer {
  readonly style: JsonStyle
  /** The JSON to be set, without white space. */
  readonly made: Uint8Array
  readonly pieces: SplicePiece[]
  readonly texts: string[]
  at: number
  readonly closers: number[]
}

function open(printer: Printer): void {
  const opener = printer.made[printer.at] as number
  printer.closers.push(opener + 2)
  copy(printer, printer.at + 1)
  breakLine(printer)
  nameNext(printer)
}

/** Goes on to the next value, out of all brackets that close before it. */
function closeUntilNext(printer: Printer): void {
  const { made, closers, texts, style } = printer
  while (closers.length > 0 && made[printer.at] !== signs.comma) {
    const wasBroken = isBroken(printer)
    closers.pop()
    if (wasBroken) texts.push(style.lineBreak, indentOf(printer))
    copy(printer, printer.at + 1)
  }
  if (closers.length === 0) return
  printer.at++
  texts.push(isBroken(printer) ? ',' : style.comma)
  breakLine(printer)
  nameNext(printer)
}

function nameNext(printer: Printer): void {
  const { made, closers, texts, style } = printer
  if (closers[closers.length - 1] !== signs.closeObject) return
  copy(printer, skipString(made, printer.at))
  printer.at++
  texts.push(style.colon)
}

function isBroken({ style, closers }: Printer): boolean {
  return style.isBroken && closers.length <= deepestLine
}

function breakLine(printer: Printer): void {
  if (isBroken(printer)) printer.texts.push(printer.style.lineBreak, indentOf(printer))
}

function indentOf({ style, closers }: Printer): string {
  return style.indent + style.unit.repeat(Math.min(closers.length, deepestLine))
}

function copy(printer: Printer, end: number): void {
  printer.texts.push(decode(printer.made, printer.at, end))
  printer.at = end
}

function flush({ pieces, texts }: Printer): void {
  if (texts.length > 0) pieces.push(encode(texts.join('')))
  texts.length = 0
}

function takeOver(printer: Printer, bytes: Uint8Array, span: ByteSpan, end: number): void {
  flush(printer)
  printer.pieces.push((isBroken(printer) && indented(bytes, span, indentOf(printer))) || span)
  printer.at = end
}

/** The same value, its lines moved to another indent, where that is all it takes. */
function indented(bytes: Uint8Array, { start, end }: ByteSpan, indent: string): Uint8Array | undefined {
  const last = bytes.subarray(start, end).lastIndexOf(0x0a)
  if (last < 0) return undefined
  // The line of the closing bracket tells where the value began.
  const old = decode(bytes, start + last + 1, end - 1)
  if (old === indent || /[^ \t]/.test(old)) return undefined
  return encode(decode(bytes, start, end).replaceAll(`\n${old}`, `\n${indent}`))
}
