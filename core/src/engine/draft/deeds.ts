import type { Deed } from '../../model/draft.ts'
import { toWellFormed } from '../../model/json.ts'
import type { Turn } from '../../model/transcript.ts'
import { type Draft, newText, putBeside, rawOf, setFact, setParts } from './draft.ts'

/** A turn says something more, after all else. */
export const addText: Deed<'add-text'> = (_, { turn, text }, _changes, why) =>
  setParts(turn, [...turn.parts, newText(text, why)], why)

/** A part goes to the head of its turn. */
export const lead: Deed<'lead'> = (_, { turn, part }, _changes, why) =>
  setParts(turn, [part, ...turn.parts.filter((other) => other !== part)], why)

/** A turn goes before another one, or to the end. Its nearest place may be out of view, so then all has to be read. */
export const move: Deed<'move'> = (draft, { turn, before }, { last, moved }, why) => {
  if (draft.context.reading.isPartial) draft.isShort = true
  if (moved.size === 0) last.push(() => moveAll(draft, moved, why))
  moved.set(turn, before)
}

/** Moves turns in one pass; those that go before the same one keep their order. */
function moveAll(draft: Draft, moved: ReadonlyMap<Turn, Turn | undefined>, why: string): void {
  const { turns } = draft
  const positions = new Map(turns.map((turn, position) => [turn, position]))
  const arrivals = new Map<Turn | undefined, Turn[]>()
  const crossings = new Int32Array(turns.length + 1)
  for (const [turn, before] of moved) {
    const from = positions.get(turn)
    if (from === undefined) continue
    const to = (before && positions.get(before)) ?? turns.length
    const anchor = turns[to]
    const group = arrivals.get(anchor)
    if (group === undefined) arrivals.set(anchor, [turn])
    else group.push(turn)
    turn.near = before?.index
    turn.why = why
    crossings[Math.min(from, to)] = (crossings[Math.min(from, to)] ?? 0) + 1
    crossings[Math.max(from, to)] = (crossings[Math.max(from, to)] ?? 0) - 1
  }
  let crossed = 0
  turns.forEach((turn, position) => {
    crossed += crossings[position] ?? 0
    // Two turns that change places are written as the move of either.
    if (crossed > 0) turn.why ??= why
  })
  const stay = (turn: Turn): Turn[] => (moved.has(turn) && positions.has(turn) ? [] : [turn])
  draft.turns = [
    ...turns.flatMap((turn) => [...(arrivals.get(turn) ?? []), ...stay(turn)]),
    ...(arrivals.get(undefined) ?? []),
  ]
}

/** A turn after this one takes tools from the model. */
export const withdraw: Deed<'withdraw'> = ({ context: { format } }, { beside, names }, { after }, why) => {
  const raw = format.offers?.withdrawal?.(names)
  if (raw === undefined) return
  putBeside(after, beside, { ...format.readTurn(raw, -1, [], []), why })
}

/** Text that was cut inside a character gets a replacement character there, whatever else is written into it. */
export const wellForm: Deed<'well-form'> = (_, { on }, _changes, why) => {
  setFact(on, 'raw', toWellFormed(rawOf(on)), why)
  on.finish = toWellFormed
  if ('text' in on) on.text = on.text.toWellFormed()
}
