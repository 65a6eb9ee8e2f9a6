import type { Changes, Deed, Draft } from '../../model/draft.ts'
import type { Edit } from '../../model/edit.ts'
import { placeOf } from '../../model/format.ts'
import type { Intent } from '../../model/intent.ts'
import { include } from '../../model/lists.ts'
import type { ShapeName } from '../../model/shape-names.ts'
import type { Part, Turn } from '../../model/transcript.ts'
import { applyEdits } from '../diff/apply.ts'
import { sortEdits } from '../diff/invert.ts'
import { putBeside, rawOf, setFact } from './draft.ts'

/** Gives a turn, or a part of it, a shape that the format knows by name; a turn is read again at once, parts once all are noted. */
export function reshape(
  draft: Draft,
  { turn, part, shape, wish }: { turn: Turn; part?: Part; shape: ShapeName; wish?: unknown },
  { reshaped }: Pick<Changes, 'reshaped'>,
  why: string,
): void {
  const change = draft.context.format.shapes?.[shape]
  if (change === undefined) return
  if (part === undefined) {
    if (turn.index >= 0) reshapeTurn(draft, turn, change(turn.raw, wish), why)
    return
  }
  const raw = change(rawOf(part), wish)
  if (raw === rawOf(part)) return
  setFact(part, 'raw', raw, why)
  include(reshaped, turn, part)
}

/** Reads the parts of each turn that got another raw value: each turn once, since it may hold thousands. */
export function rereadParts(draft: Draft, { reshaped }: Pick<Changes, 'reshaped'>): void {
  for (const [turn, parts] of reshaped) {
    const own = new Set(turn.was ?? turn.parts)
    const isGuest = (part: Part): boolean => turn.shape !== 'self' && (turn.index < 0 || !own.has(part))
    // Where one value is a call and its result, each is read with its own change.
    const rounds: Map<string, Part>[] = [new Map()]
    for (const part of parts) {
      if (isGuest(part)) become(part, readGuest(draft, turn, part))
      else {
        const place = `${part.list} ${part.index}`
        const free = rounds.find((round) => !round.has(place))
        if (free === undefined) rounds.push(new Map([[place, part]]))
        else free.set(place, part)
      }
    }
    for (const round of rounds) if (round.size > 0) readOwn(draft, turn, [...round.values()])
  }
}

/** Reads parts in their own turn; the others of the turn stay as they are. */
function readOwn(draft: Draft, turn: Turn, parts: readonly Part[]): void {
  const edits = parts.map((part): Edit => {
    const at = placeOf(draft.context.format, [], turn, part).slice(1)
    return { do: 'replace', at, from: part.raw, value: rawOf(part), why: '' }
  })
  const fresh = bySeat(reread(draft, turn, applyEdits(turn.raw, sortEdits(edits))).parts)
  for (const part of parts) become(part, fresh.get(seatOf(part)))
}

/** Reads a part that came from elsewhere, in a turn made for it. */
function readGuest(draft: Draft, turn: Turn, part: Part): Part | undefined {
  const { format } = draft.context
  return reread(draft, turn, format.renderTurn(turn.speaker, { parts: [rawOf(part)] })).parts[0]
}

function become(part: Part, fresh: Part | undefined): void {
  if (fresh !== undefined) Object.assign(part, fresh, { raw: part.raw, index: part.index })
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
    else if (turn.index >= 0 && shapes?.['own-turn'] !== undefined)
      reshapeTurn(draft, turn, shapes['own-turn'](turn.raw, undefined), why)
  }
  return unfolded.length === 0 ? intents : [...unfolded, ...intents]
}

function reshapeTurn(draft: Draft, turn: Turn, given: unknown, why: string): void {
  if (given === turn.raw) return
  // Without the part that went, all that is left may be in the shape of another API.
  const raw = draft.context.format.shapes?.['own-turn']?.(given, undefined) ?? given
  const { shape, parts, vacant, speaker, itemId, hasReasoning } = reread(draft, turn, raw)
  turn.origin ??= turn.raw
  turn.raw = raw
  turn.parts = renewed(turn.parts, parts)
  Object.assign(turn, { shape, vacant, hasReasoning, was: undefined, why, isFolded: undefined })
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
  const known = bySeat(parts)
  return fresh.map((part) => {
    const same = known.get(seatOf(part))
    return same === undefined ? part : Object.assign(same, part)
  })
}

/** Parts by their place: a turn may hold thousands. The first of those at one place counts. */
function bySeat(parts: readonly Part[]): ReadonlyMap<string, Part> {
  return new Map(parts.toReversed().map((part) => [seatOf(part), part]))
}

function seatOf({ kind, list, index }: Part): string {
  return `${kind} ${list} ${index}`
}

function reread(draft: Draft, turn: Turn, raw: unknown): Turn {
  const { format, reading } = draft.context
  return format.readTurn(raw, turn.index, reading.root, [])
}
