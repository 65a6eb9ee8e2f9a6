import type { Edit, Insert, SetMember } from '../../model/edit.ts'
import { at, lastOf } from '../../model/lists.ts'
import { encode } from '../text/utf8.ts'
import type { Container } from './fit.ts'
import { type Habit, type Joinery, joineryAt } from './json-style.ts'
import { memberSlots } from './member-order.ts'
import { setScript } from './print.ts'
import { printed, type Script } from './script.ts'
import { joined, type Splice, type SplicePiece } from './splices.ts'

/** The bytes of a document, the new values, and the style in which they are written. */
export interface SpliceContext {
  readonly bytes: Uint8Array
  readonly scripts: ReadonlyMap<Edit, Script>
  readonly habit: () => Habit
  readonly isAscii: () => boolean
}

/** An element or member that comes, before the one at `slot`. */
export interface Newcomer {
  readonly edit: Insert | SetMember
  readonly slot: number
}

/**
 * The splices that take elements or members out of a container and put others in.
 *
 * ```
 * [ lead A , gone , gone , B tail ]
 *        └─left               └─right: what stays on both sides of a gap keeps its bytes
 * ```
 */
export function gapSplices(context: SpliceContext, container: Container): Splice[] {
  const isGone = goneIn(container)
  const newcomers = newcomersIn(container)
  const count = container.items.starts.length
  const splices: Splice[] = []
  let from = 0
  let next = 0
  for (let index = 0; index <= count; index++) {
    if (index < count && isGone[index] === 1) continue
    const first = next
    while (next < newcomers.length && at(newcomers, next).slot <= index) next++
    if (index > from || next > first)
      splices.push(gapSplice(context, container, from, index, newcomers.slice(first, next)))
    from = index + 1
  }
  return splices
}

function goneIn({ items, changes }: Container): Uint8Array {
  const isGone = new Uint8Array(items.starts.length)
  const names = new Set<unknown>()
  for (const { do: kind, at } of changes) {
    if (kind === 'remove') isGone[at[at.length - 1] as number] = 1
    if (kind === 'unset') names.add(String(at[at.length - 1]))
  }
  // Of a name that is given twice both go: else the first one would count.
  if (names.size > 0)
    items.names.forEach((name, index) => {
      if (names.has(name)) isGone[index] = 1
    })
  return isGone
}

function newcomersIn({ items, changes }: Container): readonly Newcomer[] {
  if (!items.isList) return memberSlots(items.names, changes)
  return changes
    .filter((edit) => edit.do === 'insert')
    .map((edit) => ({ edit, slot: edit.at[edit.at.length - 1] as number }))
}

/** Fills the gap of all elements or members in [from, to). */
function gapSplice(
  context: SpliceContext,
  container: Container,
  from: number,
  to: number,
  newcomers: readonly Newcomer[],
): Splice {
  const { starts, ends } = container.items
  const count = starts.length
  const isAlone = from === 0 && to === count
  if (newcomers.length === 0) {
    const span = isAlone ? insideOf(container) : gapSpan(container, from, to)
    return { ...span, insert: new Uint8Array(0) }
  }
  const joinery = joineryAt(context.bytes, container, from - 1, to, context.habit())
  const texts = newcomers.map(({ edit }) => joined(context.bytes, newcomerPieces(context, edit, joinery)))
  const separator = encode(joinery.separator)
  const between = texts.flatMap((text, index) => (index === 0 ? [text] : [separator, text]))
  if (count === 0) {
    const insert = joined(context.bytes, [encode(joinery.head), ...between, encode(joinery.tail)])
    return { ...insideOf(container), insert }
  }
  if (isAlone)
    return { start: at(starts, 0), end: at(ends, count - 1), insert: joined(context.bytes, between) }
  const pieces = to < count ? [...between, separator] : [separator, ...between]
  return { ...gapSpan(container, from, to), insert: joined(context.bytes, pieces) }
}

/** A gap with one of its separators: the one behind it, or at the end the one before. */
function gapSpan({ items }: Container, from: number, to: number): { start: number; end: number } {
  const { starts, ends } = items
  if (to < starts.length) return { start: at(starts, from), end: at(starts, to) }
  return { start: at(ends, from - 1), end: lastOf(ends) }
}

function insideOf({ start, end }: Container): { start: number; end: number } {
  return { start: start + 1, end: end - 1 }
}

function newcomerPieces(
  context: SpliceContext,
  edit: Newcomer['edit'],
  { style, colon }: Joinery,
): SplicePiece[] {
  const value = setScript(context.bytes, context.scripts.get(edit) as Script, style)
  if (edit.do === 'insert') return value
  const name = printed(String(edit.at[edit.at.length - 1]), context.isAscii)
  return [encode(name + colon), ...value]
}
