import type { Deed } from '../model/draft.ts'
import { toWellFormed } from '../model/json.ts'
import { newText, rawOf, setFact, setParts } from './draft.ts'

/** A turn says something more, after all else. */
export const addText: Deed<'add-text'> = (_, { turn, text }, _changes, why) =>
  setParts(turn, [...turn.parts, newText(text, why)], why)

/** A part goes to the head of its turn. */
export const lead: Deed<'lead'> = (_, { turn, part }, _changes, why) =>
  setParts(turn, [part, ...turn.parts.filter((other) => other !== part)], why)

/** Text that was cut inside a character gets a replacement character there, whatever else is written into it. */
export const wellForm: Deed<'well-form'> = (_, { on }, _changes, why) => {
  setFact(on, 'raw', toWellFormed(rawOf(on)), why)
  on.finish = toWellFormed
  if ('text' in on) on.text = on.text.toWellFormed()
}
