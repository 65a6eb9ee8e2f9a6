import type { Deed } from '../../model/draft.ts'
import { toWellFormed } from '../../model/json.ts'
import { newText, putBeside, rawOf, setFact, setParts } from './draft.ts'

/** A turn says something more, after all else. */
export const addText: Deed<'add-text'> = (_, { turn, text }, _changes, why) =>
  setParts(turn, [...turn.parts, newText(text, why)], why)

/** A part goes to the head of its turn. */
export const lead: Deed<'lead'> = (_, { turn, part }, _changes, why) =>
  setParts(turn, [part, ...turn.parts.filter((other) => other !== part)], why)

/** A turn goes before another one, or to the end. Its nearest place may be out of view, so then all has to be read. */
export const move: Deed<'move'> = (draft, { turn, before }, { last }, why) => {
  if (draft.context.reading.isPartial) draft.isShort = true
  last.push(() => {
    const rest = draft.turns.filter((other) => other !== turn)
    const at = before === undefined ? rest.length : rest.indexOf(before)
    const from = draft.turns.indexOf(turn)
    const to = at < 0 ? rest.length : at
    turn.near = before?.index
    // Two turns that change places are written as the move of either.
    for (const crossed of rest.slice(Math.min(from, to), Math.max(from, to))) crossed.why ??= why
    turn.why = why
    draft.turns = rest.toSpliced(to, 0, turn)
  })
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
