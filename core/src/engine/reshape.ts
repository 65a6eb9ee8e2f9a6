import { placeOf } from '../model/format.ts'
import type { Part, Turn } from '../model/transcript.ts'
import { applyEdits } from './apply.ts'
import { type Draft, setFact } from './draft.ts'

/** A part as it will be written, but for facts that changed since. */
export function rawOf(part: Part): unknown {
  return part.changed?.has('raw') ? part.changed.get('raw') : part.raw
}

/** Gives a turn, or a part of it, a shape that the format knows by name, and reads it again. */
export function reshape(
  draft: Draft,
  { turn, part, shape, wish }: { turn: Turn; part?: Part; shape: string; wish?: unknown },
  why: string,
): void {
  const change = draft.context.format.shapes?.[shape]
  if (change === undefined) return
  if (part !== undefined) reshapePart(draft, turn, part, change(rawOf(part), wish), why)
  else if (turn.index >= 0) reshapeTurn(draft, turn, change(turn.raw, wish), why)
}

function reshapeTurn(draft: Draft, turn: Turn, raw: unknown, why: string): void {
  if (raw === turn.raw) return
  const { shape, parts, vacant } = reread(draft, turn, raw)
  turn.origin ??= turn.raw
  turn.raw = raw
  turn.parts = parts.map((part) => renewed(turn.parts, part))
  Object.assign(turn, { shape, vacant, was: undefined, why })
}

/** A part stays the same part, so that its joint still knows it. */
function renewed(parts: readonly Part[], fresh: Part): Part {
  const known = parts.find((part) => isSamePlace(part, fresh))
  return known === undefined ? fresh : Object.assign(known, fresh)
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
