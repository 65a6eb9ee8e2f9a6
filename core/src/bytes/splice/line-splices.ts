import type { Edit, Insert, Plan } from '../../model/edit.ts'
import { fingerprintOf } from '../../model/fingerprint.ts'
import { addAll, lastOf } from '../../model/lists.ts'
import type { Outcome } from '../../model/outcome.ts'
import type { Place } from '../../model/place.ts'
import { character } from '../scan/characters.ts'
import { applyBytes, splicesOf } from './splice.ts'
import { joined, type Splice } from './splices.ts'

/** A line that holds a turn. */
export interface TurnLine {
  readonly turn: unknown
  /** Its position among all lines. */
  readonly position: number
  /** Its start and end without the line break, and the start of the next line. */
  readonly start: number
  readonly end: number
  readonly next: number
  /** Whether the turn is all of it; else the line holds it as its `message`. */
  readonly isBare: boolean
}

/**
 * The splices that carry a plan for a list of turns out on the lines that hold them.
 *
 * Lines that the plan does not touch keep their bytes, and so does a line that only moves.
 */
export function lineSplices(bytes: Uint8Array, lines: readonly TurnLine[], { edits }: Plan): Splice[] {
  const scribe = new Scribe(bytes, lines)
  const splices: Splice[] = []
  for (let from = 0; from < edits.length; ) {
    const index = indexOf(edits[from])
    let to = from + 1
    while (indexOf(edits[to]) === index) to++
    addAll(splices, scribe.splicesAt(index, edits.slice(from, to)))
    from = to
  }
  return splices
}

/** The place, in a line, of what is at a path in its turn. */
export function placeInLine(path: Place, isBare: boolean): Place {
  return isBare ? path : ['message', ...path]
}

class Scribe {
  private readonly bytes: Uint8Array
  private readonly lines: readonly TurnLine[]
  private readonly byTurn: ReadonlyMap<unknown, TurnLine>
  private readonly lineBreak: Uint8Array

  constructor(bytes: Uint8Array, lines: readonly TurnLine[]) {
    this.bytes = bytes
    this.lines = lines
    this.byTurn = new Map(lines.map((line) => [line.turn, line]))
    this.lineBreak = lineBreakOf(bytes)
  }

  /** The splices before the line at a position, and in it. */
  splicesAt(index: number, edits: readonly Edit[]): readonly Splice[] {
    const newcomers = edits.filter(isNewcomer)
    const others = edits.slice(newcomers.length)
    const line = this.lines[index]
    return [
      ...(newcomers.length === 0 ? [] : [this.arrival(index, newcomers)]),
      ...(line === undefined || others.length === 0 ? [] : this.change(line, others)),
    ]
  }

  /** New lines before the one at a position, or behind the last. */
  private arrival(index: number, newcomers: readonly Insert[]): Splice {
    const near = this.lines[index] ?? lastOf(this.lines)
    const at = near === this.lines[index] ? near.start : near.next
    const isOpen = at === near.end
    const pieces = newcomers.flatMap(({ value }) => {
      const line = this.written(value, near)
      return isOpen ? [this.lineBreak, line] : [line, this.lineBreak]
    })
    return { start: at, end: at, insert: joined(this.bytes, pieces) }
  }

  /** The line of a turn that is new in its place: its old one if it moved, else one that is written as that near it. */
  private written(turn: unknown, near: TurnLine): Uint8Array {
    const moved = this.byTurn.get(turn)
    if (moved !== undefined) return this.bytes.subarray(moved.start, moved.end)
    const value = near.isBare ? turn : { message: turn }
    const list = joined(this.bytes, [openArray, near, closeArray])
    const insert: Insert = { do: 'insert', at: [1], value, beside: fingerprintOf(undefined), why: '' }
    const longer = unwrap(applyBytes(list, { edits: [insert] }))
    let start = list.length - 1
    while (longer[start] === character.comma || longer[start] === character.space) start++
    return longer.subarray(start, longer.length - 1)
  }

  private change({ start, end, next, isBare }: TurnLine, edits: readonly Edit[]): readonly Splice[] {
    const [first] = edits
    if (first?.do === 'remove' && first.at.length === 1) return [{ start, end: next, insert: nothing }]
    const own = edits.map((edit) => ({ ...edit, at: placeInLine(edit.at.slice(1), isBare) }))
    const splices = unwrap(splicesOf(this.bytes.subarray(start, end), { edits: own }))
    return splices.map((splice) => ({ ...splice, start: start + splice.start, end: start + splice.end }))
  }
}

function indexOf(edit: Edit | undefined): number {
  return typeof edit?.at[0] === 'number' ? edit.at[0] : -1
}

function isNewcomer(edit: Edit): edit is Insert {
  return edit.do === 'insert' && edit.at.length === 1
}

/** The line break of the first line; all new lines get the same. */
function lineBreakOf(bytes: Uint8Array): Uint8Array {
  const feed = bytes.indexOf(character.lineFeed)
  const isWide = feed > 0 && bytes[feed - 1] === character.carriageReturn
  return Uint8Array.from(isWide ? [character.carriageReturn, character.lineFeed] : [character.lineFeed])
}

/** The plan is made for these very lines: it fits. */
function unwrap<Value>(outcome: Outcome<Value>): Value {
  if (outcome.ok) return outcome.value
  throw outcome.error
}

const nothing = new Uint8Array(0)
const openArray = Uint8Array.of(character.openArray)
const closeArray = Uint8Array.of(character.closeArray)
