import { at, lastOf } from '../../model/lists.ts'
import { blanksAfter, gapAt, type Line, lineBefore, lineIn } from '../read/line.ts'
import { signs, skipString, startOf } from '../scan/skip.ts'
import type { Container } from './fit.ts'

/** The white space around the parts of a printed value, taken from its surroundings. */
export interface JsonStyle {
  /** Each element and member on a line of its own. */
  readonly isBroken: boolean
  readonly lineBreak: string
  /** The indent of the line that the value stands on. */
  readonly indent: string
  /** The indent of one more level. */
  readonly unit: string
  /** The text between a name and its value, and between two values on one line. */
  readonly colon: string
  readonly comma: string
}

/** Nothing but the value itself. */
export const onOneLine: JsonStyle = {
  isBroken: false,
  lineBreak: '',
  indent: '',
  unit: '',
  colon: ':',
  comma: ',',
}

/** The style of a whole document. */
export type Habit = Pick<JsonStyle, 'unit' | 'colon' | 'comma'>

/** Reads the habits of a valid document from its first line break, colon and comma. */
export function habitOf(bytes: Uint8Array): Habit {
  const start = startOf(bytes)
  const unit = lineIn(blanksAfter(bytes, start))?.indent
  const { colon, comma } = firstSigns(bytes, start)
  const afterColon = colon < 0 ? undefined : blanksAfter(bytes, colon)
  const afterComma = comma < 0 ? undefined : blanksAfter(bytes, comma)
  const isSpaced = afterColon === undefined ? unit !== undefined : afterColon !== ''
  const isWide = afterComma === undefined || afterComma.includes('\n') ? isSpaced : afterComma !== ''
  return { unit: bounded(unit), colon: isSpaced ? ': ' : ':', comma: isWide ? ', ' : ',' }
}

// Each level is indented by it: a document that is indented by more would grow out of proportion.
const widestUnit = 16

function bounded(unit: string | undefined): string {
  return unit === undefined || unit.length > widestUnit ? '  ' : unit
}

function firstSigns(bytes: Uint8Array, start: number): { readonly colon: number; readonly comma: number } {
  let colon = -1
  let comma = -1
  for (let at = start; at < bytes.length && (colon < 0 || comma < 0); at++) {
    if (bytes[at] === signs.quote) at = skipString(bytes, at) - 1
    else if (bytes[at] === signs.colon && colon < 0) colon = at
    else if (bytes[at] === signs.comma && comma < 0) comma = at
  }
  return { colon, comma }
}

/** Whether an array or object has its first element or member on a new line; undefined if it has none. */
function isBrokenAt(bytes: Uint8Array, start: number | undefined): boolean | undefined {
  const opener = start === undefined ? undefined : bytes[start]
  if (start === undefined || (opener !== signs.openObject && opener !== signs.openList)) return undefined
  const blanks = blanksAfter(bytes, start)
  return bytes[start + 1 + blanks.length] === opener + 2 ? undefined : blanks.includes('\n')
}

/** How a value is set that takes the place of another; `lead` is where its member's name or it itself starts. */
export function styleInPlace(
  bytes: Uint8Array,
  { start, end, lead }: { readonly start: number; readonly end: number; readonly lead: number },
  habit: Habit,
): JsonStyle {
  const isBroken = isBrokenAt(bytes, start)
  const line = lineBefore(bytes, isBroken ? end - 1 : lead)
  return styleOn(line, isBroken ?? line !== undefined, habit)
}

function styleOn(line: Line | undefined, isBroken: boolean, habit: Habit): JsonStyle {
  const { lineBreak, indent } = line ?? { lineBreak: '\n', indent: '' }
  return { ...habit, isBroken: isBroken && line !== undefined, lineBreak, indent }
}

/** How what is put into an array or object is set, and what stands around and between it. */
export interface Joinery {
  readonly style: JsonStyle
  /** Before the first and after the last, where there is nothing yet. */
  readonly head: string
  readonly tail: string
  readonly separator: string
  /** Between a new member's name and its value. */
  readonly colon: string
}

/** How new elements or members are set behind the one at `left`, if there is one, and before `right`. */
export function joineryAt(
  bytes: Uint8Array,
  container: Container,
  left: number,
  right: number,
  habit: Habit,
): Joinery {
  const { starts, ends, values, isList } = container.items
  if (starts.length === 0) return joineryInEmpty(bytes, container, habit)
  const separator = separatorNear(bytes, container, left, habit)
  const line = lineIn(separator.slice(separator.indexOf(',') + 1))
  const samples = [left, right, 0].map((index) => isBrokenAt(bytes, values[index]))
  const sample = samples.find((isBroken) => isBroken !== undefined)
  const closing = lineIn(blanksAfter(bytes, lastOf(ends) - 1))
  const unit = bounded(unitBetween(closing, line) ?? habit.unit)
  const near = Math.max(left, 0)
  const colon = isList
    ? habit.colon
    : (gapAt(bytes, skipString(bytes, at(starts, near)), at(values, near)) ?? habit.colon)
  const style = styleOn(line, sample ?? line !== undefined, { ...habit, unit })
  return { style, head: '', tail: '', separator, colon }
}

function joineryInEmpty(bytes: Uint8Array, { start, lead }: Container, habit: Habit): Joinery {
  const outer = start === startOf(bytes) ? undefined : lineBefore(bytes, lead)
  const line = outer && { ...outer, indent: outer.indent + habit.unit }
  const style = styleOn(line, true, habit)
  if (outer === undefined) return { style, head: '', tail: '', separator: habit.comma, colon: habit.colon }
  const head = style.lineBreak + style.indent
  return { style, head, tail: outer.lineBreak + outer.indent, separator: `,${head}`, colon: habit.colon }
}

/** The separator beside the element or member at `left`; where there is only one, as it would be. */
function separatorNear(bytes: Uint8Array, { start, items }: Container, left: number, habit: Habit): string {
  const { starts, ends } = items
  const near = Math.min(Math.max(left, 0), starts.length - 2)
  if (near >= 0) return gapAt(bytes, at(ends, near), at(starts, near + 1)) ?? habit.comma
  const lead = gapAt(bytes, start + 1, at(starts, 0))
  return lead?.includes('\n') ? `,${lead}` : habit.comma
}

function unitBetween(outer: Line | undefined, inner: Line | undefined): string | undefined {
  if (outer === undefined || inner === undefined || !inner.indent.startsWith(outer.indent)) return undefined
  return inner.indent === outer.indent ? undefined : inner.indent.slice(outer.indent.length)
}
