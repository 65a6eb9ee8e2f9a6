import { withTurns } from '../engine/diff/between.ts'
import type { FactPlace, Format } from '../model/format.ts'
import { isObject, printJson } from '../model/json.ts'
import { at } from '../model/lists.ts'
import type { Place } from '../model/place.ts'
import type { Part, Result, Turn } from '../model/transcript.ts'
import { clearedResult, cutMiddle, isCleared } from '../texts/shrunk.ts'
import { type CompactState, type OpenCompactState, rewrite } from './compact-state.ts'
import { finder } from './protect.ts'

/** The units at the end whose results are left whole as long as anything else can be done. */
const fresh = 4

// A text that is longer than this loses its middle; the rest is shorter than this.
const longest = 2000
const headLength = 1000
const tailLength = 500

// A fixed line in place of less than this would save nothing.
const shortest = 200

/**
 * Makes old results smaller, the oldest first, until enough is saved; each joint stays.
 *
 * `reach` is `old` for all but the last units, `all` where nothing else is left to do.
 */
export function shrinkResults(
  work: OpenCompactState,
  stage: 'shorten' | 'clear',
  room: number,
  reach: 'old' | 'all',
): void {
  const unitAt = finder(work.starts)
  const end = reach === 'all' ? work.turns.length : startOfFresh(work)
  work.memory.large ??= work.turns.flatMap(({ parts, index }) => (parts.some(isLarge) ? [index] : []))
  for (const position of work.memory.large) {
    if (position >= end || work.left.tokens <= room) return
    const unit = unitAt(position)
    if (work.gone[unit] !== undefined || work.kept.whole.has(unit)) continue
    shrinkTurn(work, position, stage)
  }
}

function startOfFresh({ starts }: CompactState): number {
  return starts[starts.length - fresh] ?? 0
}

/** The last units that hold a result which can lose its middle. */
export function bigAndFresh(work: CompactState): ReadonlySet<number> {
  const { turns, starts, api } = work
  const unitAt = finder(starts)
  const isBig = (part: Part): boolean => part.kind === 'result' && sizeOf(part, api.format) > longest
  const big = turns.slice(startOfFresh(work)).filter(({ parts }) => parts.some(isBig))
  return new Set(big.map(({ index }) => unitAt(index)))
}

function shrinkTurn(work: OpenCompactState, position: number, stage: 'shorten' | 'clear'): void {
  const { format } = work.api
  const known = at(work.turns, position)
  const read = (raw: unknown): Turn => format.readTurn(raw, position, [], [])
  let turn = work.whys.has(position) ? read(work.raws[position]) : known
  const before = turn
  for (let index = 0; index < turn.parts.length; index++) {
    const part = turn.parts[index]
    const first = known.parts[index]
    const size = first?.kind === 'result' ? sizeOf(first, format) : 0
    const raw = part?.kind === 'result' ? shrunkPart(part, stage, size, format) : undefined
    if (part === undefined || raw === undefined) continue
    const next = read(withPart(turn, part, raw, format))
    if (isSameJoint(part, next.parts[index])) turn = next
  }
  if (turn === before) return
  const tokens = work.counter.turn(turn)
  if (tokens < at(work.tokens, position)) rewrite(work, position, turn.raw, tokens, stage)
}

function isLarge(part: Part): boolean {
  return part.kind === 'result' && (typeof part.content !== 'string' || part.content.length > shortest)
}

/** Whether a result still is what it was to its call. */
function isSameJoint(before: Part, after: Part | undefined): boolean {
  if (before.kind !== 'result' || after?.kind !== 'result') return false
  return before.id === after.id && before.tool === after.tool && before.isError === after.isError
}

/** `size`: how much the result said before anything was cut. */
function shrunkPart(result: Result, stage: 'shorten' | 'clear', size: number, format: Format): unknown {
  const place = format.facts.result.content
  if (place === undefined || !('path' in place) || result.answers !== undefined) return undefined
  const path = typeof place.path === 'function' ? place.path(result.raw) : place.path
  const content = valueAt(result.raw, path)
  const value = stage === 'clear' ? clearedContent(result, content, place, size) : shortened(content, result)
  return value === undefined || value === content ? undefined : withValue(result.raw, path, value)
}

/** One line in place of all that a result says. */
function clearedContent(result: Result, content: unknown, place: FactPlace, size: number): unknown {
  // Results of other kinds of tools have a shape of their own.
  if (result.tool !== 'function' && result.tool !== 'custom_tool') return undefined
  if (size < shortest) return undefined
  const line = clearedResult(size)
  const value = place.encode(line, result.raw)
  // Where results are objects, the line is a member of one.
  return isObject(content) && typeof value === 'string' ? { result: value } : value
}

function sizeOf(result: Result, format: Format): number {
  let size = 0
  for (const piece of format.unpack(result)) {
    if ('text' in piece && isCleared(piece.text)) return 0
    size += 'text' in piece ? piece.text.length : printJson(piece.media).length
  }
  return size
}

/** The same value with the middle cut out of each long text; what is to be looked at stays whole. */
function shortened(value: unknown, result: Result): unknown {
  return result.hasMedia ? value : shortenWithin(value, 0)
}

// Deeper than any result that an API takes is written.
const deepest = 12

function shortenWithin(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return shortenText(value)
  if (typeof value !== 'object' || value === null || depth > deepest) return value
  let isChanged = false
  const shorten = (child: unknown): unknown => {
    const made = shortenWithin(child, depth + 1)
    isChanged ||= made !== child
    return made
  }
  const made = Array.isArray(value)
    ? value.map(shorten)
    : Object.fromEntries(Object.entries(value).map(([key, child]) => [key, shorten(child)]))
  return isChanged ? made : value
}

function shortenText(text: string): string {
  if (text.length <= longest) return text
  const head = wholeCharacters(text, headLength)
  const tail = wholeCharacters(text, text.length - tailLength)
  return `${text.slice(0, head)}${cutMiddle(tail - head)}${text.slice(tail)}`
}

/** A position that does not lie inside a character. */
function wholeCharacters(text: string, at: number): number {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00 ? at + 1 : at
}

function valueAt(raw: unknown, path: Place): unknown {
  return path.reduce<unknown>((value, step) => (isObject(value) ? value[step] : undefined), raw)
}

function withValue(raw: unknown, path: Place, value: unknown): unknown {
  const [step, ...rest] = path
  if (step === undefined) return value
  return isObject(raw) ? { ...raw, [step]: withValue(raw[step], rest, value) } : raw
}

/** A turn with another value for one of its parts. */
function withPart(turn: Turn, part: Part, raw: unknown, format: Format): unknown {
  if (turn.shape === 'self') return raw
  const path = format.lists[part.list]?.path ?? [part.list]
  const list = valueAt(turn.raw, path)
  if (!Array.isArray(list)) return turn.raw
  return withTurns(turn.raw, path, list.with(part.index, raw))
}
