import type { Deed, Draft } from '../../model/draft.ts'
import { placeOf } from '../../model/format.ts'
import type { Intent } from '../../model/intent.ts'
import type { ShapeName } from '../../model/shape-names.ts'
import type { Part, Turn } from '../../model/transcript.ts'
import { applyEdits } from '../diff/apply.ts'
import { putBeside, rawOf, setFact } from './draft.ts'

/** Gives a turn, or a part of it, a shape that the format knows by name, and reads it again. */
export function reshape(
  draft: Draft,
  { turn, part, shape, wish }: { turn: Turn; part?: Part; shape: ShapeName; wish?: unknown },
  why: string,
): void {
  const change = draft.context.format.shapes?.[shape]
  if (change === undefined) return
  if (part !== undefined) reshapePart(draft, turn, part, change(rawOf(part), wish), why)
  else if (turn.index >= 0) reshapeTurn(draft, turn, change(turn.raw, wish), why)
}

/**
 * Writes turns in the shape of another API as this one writes them, before a fact of their parts is changed.
 *
 * Facts have their places in the format's own shape: an edit of a foreign one would fit nowhere.
 */
export function ownShapeFirst(draft: Draft, intents: readonly Intent[], why: string): readonly Intent[] {
  const { shapes, unfold } = draft.context.format
  if (shapes?.['own-turn'] === undefined && unfold === undefined) return intents
  const parts = new Set<Turn | Part>()
  for (const intent of intents) if (intent.do === 'set' || intent.do === 'unset') parts.add(intent.on)
  if (parts.size === 0) return intents
  const unfolded: Intent[] = []
  for (const turn of draft.turns) {
    const mayBeForeign = turn.shape === 'self' && turn.speaker === 'unknown'
    if (!mayBeForeign || !turn.parts.some((part) => parts.has(part))) continue
    if (turn.isFolded) unfolded.push({ do: 'unfold', turn })
    else reshape(draft, { turn, shape: 'own-turn' }, why)
  }
  return unfolded.length === 0 ? intents : [...unfolded, ...intents]
}

function reshapeTurn(draft: Draft, turn: Turn, given: unknown, why: string): void {
  if (given === turn.raw) return
  // Without the part that went, all that is left may be in the shape of another API.
  const raw = draft.context.format.shapes?.['own-turn']?.(given, undefined) ?? given
  const { shape, parts, vacant, speaker, itemId } = reread(draft, turn, raw)
  turn.origin ??= turn.raw
  turn.raw = raw
  turn.parts = renewed(turn.parts, parts)
  Object.assign(turn, { shape, vacant, was: undefined, why, isFolded: undefined })
  if (turn.changed?.has('itemId') !== true) turn.itemId = itemId
  // A role that was mended is not in the raw value.
  if (turn.speaker === 'unknown') turn.speaker = speaker
}

/** A turn becomes several: the first takes its place, the others follow it. */
export const unfold: Deed<'unfold'> = (draft, { turn }, { after }, why) => {
  const { format, reading } = draft.context
  const [first, ...others] = format.unfold?.(turn.raw) ?? []
  if (first === undefined) return
  const tied = turn.parts.filter(isTied)
  const keep = (part: Part): Part => Object.assign((isTied(part) && tied.shift()) || part, part)
  reshapeTurn(draft, turn, first, why)
  turn.parts = turn.parts.map(keep)
  for (const raw of others) {
    const made = format.readTurn(raw, -1, reading.root, [])
    putBeside(after, turn, { ...made, parts: made.parts.map(keep), why })
  }
}

function isTied({ kind }: Part): boolean {
  return kind === 'call' || kind === 'result'
}

/** Parts stay the same parts, so that their joints still know them. */
function renewed(parts: readonly Part[], fresh: readonly Part[]): Part[] {
  // By place: a turn may hold thousands. The first of those at one place counts.
  const known = new Map(parts.toReversed().map((part) => [seatOf(part), part]))
  return fresh.map((part) => {
    const same = known.get(seatOf(part))
    return same === undefined ? part : Object.assign(same, part)
  })
}

function seatOf({ kind, list, index }: Part): string {
  return `${kind} ${list} ${index}`
}

/** Gives a part another raw value; the others of its turn stay as they are. */
export function reshapePart(draft: Draft, turn: Turn, part: Part, raw: unknown, why: string): void {
  if (raw === rawOf(part)) return
  setFact(part, 'raw', raw, why)
  const fresh = readPart(draft, turn, part, raw)
  if (fresh !== undefined) Object.assign(part, fresh, { raw: part.raw, index: part.index })
}

/** Reads a part with another raw value: in its own turn, or in one made for it where it came from elsewhere. */
function readPart(draft: Draft, turn: Turn, part: Part, raw: unknown): Part | undefined {
  const { format } = draft.context
  const isGuest = turn.index < 0 || !(turn.was ?? turn.parts).includes(part)
  if (turn.shape !== 'self' && isGuest)
    return reread(draft, turn, format.renderTurn(turn.speaker, { parts: [raw] })).parts[0]
  const at = placeOf(format, [], turn, part).slice(1)
  const replaced = applyEdits(turn.raw, [{ do: 'replace', at, from: part.raw, value: raw, why: '' }])
  return reread(draft, turn, replaced).parts.find((other) => isSamePlace(other, part))
}

function reread(draft: Draft, turn: Turn, raw: unknown): Turn {
  const { format, reading } = draft.context
  return format.readTurn(raw, turn.index, reading.root, [])
}

function isSamePlace(left: Part, right: Part): boolean {
  return left.kind === right.kind && left.list === right.list && left.index === right.index
}
