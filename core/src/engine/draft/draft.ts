import type { Context, Draft, KeepMarks } from '../../model/draft.ts'
import type { FactName } from '../../model/fact-names.ts'
import type { Piece } from '../../model/format.ts'
import { addTo } from '../../model/lists.ts'
import {
  type Call,
  isSilent,
  type Media,
  type Part,
  type Result,
  type Shape,
  type Speaker,
  speakerOf,
  type Text,
  type Turn,
} from '../../model/transcript.ts'
import { partLabel } from '../../texts/fixed.ts'
import { errorReported } from '../../texts/shrunk.ts'

export type { Draft }

/** Begins a draft. It changes the turns of its reading in place, so nobody else may hold that reading. */
export function draftOf(context: Context): Draft {
  return { context, turns: context.reading.turns, body: new Map(), dropped: new Map(), isShort: false }
}

/** Gives a turn other parts; the first time, what it had is kept for the difference. */
export function setParts(turn: Turn, parts: Part[], why: string): void {
  turn.was ??= turn.parts
  turn.parts = parts
  turn.why = why
}

/** Sets a fact of a turn or part; undefined takes it away. */
export function setFact(on: Turn | Part, fact: FactName, value: unknown, why: string): void {
  on.changed ??= new Map()
  on.changed.set(fact, value)
  on.why = why
}

/** A part as it will be written, but for facts that changed since. */
export function rawOf(part: Part): unknown {
  return part.changed?.has('raw') ? part.changed.get('raw') : part.raw
}

/** A turn that the draft makes. */
export function newTurn(speaker: Speaker, parts: Part[], why: string, shape: Shape = shapeFor(parts)): Turn {
  return {
    speaker,
    role: speaker,
    shape,
    parts,
    index: -1,
    raw: undefined,
    vacant: false,
    isPrefix: false,
    isAborted: false,
    near: undefined,
    why,
  }
}

function shapeFor(parts: readonly Part[]): Shape {
  return parts.length === 1 && parts[0]?.kind === 'text' ? 'text' : 'list'
}

/** A text that the draft makes. */
export function newText(text: string, why: string): Text {
  return { kind: 'text', list: 'content', index: -1, raw: undefined, text, why }
}

/** A call or result as labelled text, with its images beside it. */
export function asText(part: Call | Result, draft: Draft, why: string): Part[] {
  const pieces = unpack(part, draft)
  const words = pieces.flatMap((piece) => ('text' in piece ? [piece.text] : []))
  const note = part.kind === 'result' && part.isError ? [errorReported] : []
  return [
    newText([partLabel(part), ...note, ...words].join('\n'), why),
    ...pieces.flatMap((piece) => mediaOf(piece, why)),
  ]
}

/** The pieces of a call or result, as it will be written. */
export function unpack(part: Call | Result, { context }: Draft): readonly Piece[] {
  return context.format.unpack(part.changed?.has('raw') ? { ...part, raw: rawOf(part) } : part)
}

/** The image or file of a piece, as a part of its own. */
export function mediaOf(piece: Piece, why: string): Media[] {
  return 'media' in piece ? [{ kind: 'media', list: 'content', index: -1, raw: piece.media, why }] : []
}

/** Whether a turn has nothing left to say: no words, no call, no result, nothing foreign. */
export function isSpent(turn: Turn): boolean {
  return turn.parts.every(
    (part) =>
      part.kind === 'reasoning' || (part.kind === 'text' && part.text.trim() === '') || isSilent(part),
  )
}

/** Builds the list of turns anew: without those that went or move, with others put beside their anchors. */
export function rebuild(
  draft: Draft,
  before: ReadonlyMap<Turn, readonly Turn[]>,
  after: ReadonlyMap<Turn, readonly Turn[]>,
  moving: ReadonlySet<Turn> = noneMoving,
): void {
  const turns: Turn[] = []
  const push = (turn: Turn): void => {
    turns.push(turn)
  }
  let isApart = false
  let last: Turn | undefined
  for (const turn of draft.turns) {
    before.get(turn)?.forEach(push)
    if (draft.dropped.has(turn) || moving.has(turn)) {
      isApart ||= speakerOf(turn) !== 'model'
      if (last !== undefined && draft.dropped.get(turn) !== 'duplicate-item-id') last.isBereft = true
    } else {
      if (isApart) turn.isApart = true
      isApart = false
      turns.push(turn)
      last = turn
    }
    after.get(turn)?.forEach(push)
  }
  draft.turns = turns
}

const noneMoving: ReadonlySet<Turn> = new Set()

/** An empty map, for a rebuild that puts no turns on one side. */
export const noTurns: ReadonlyMap<Turn, readonly Turn[]> = new Map()

/** Notes that a turn goes beside an anchor; the list is built anew later. */
export function putBeside(beside: Map<Turn, Turn[]>, anchor: Turn, turn: Turn): void {
  // An anchor that was itself moved counts by the place it was moved to.
  turn.near = anchor.near ?? anchor.index
  addTo(beside, anchor, turn)
}

/** Does something to the draft; where the format has cache marks, those of what goes by it are kept. */
export function keepingMarks(...[draft, why, act, elsewhere]: Parameters<KeepMarks>): void {
  const { keepMarks } = draft.context.format
  if (keepMarks === undefined) act()
  else keepMarks(draft, why, act, elsewhere)
}
