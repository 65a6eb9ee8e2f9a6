import fc from 'fast-check'
import { type Api, formatOf, type Model, modelsOf, namelessModel } from './api.ts'
import type { Turn } from './conversation.ts'
import { type Json, type JsonObject, pick } from './json.ts'
import type { Writing } from './scribe.ts'
import { scribes } from './scribes.ts'

/** The choices between forms that say the same. */
export interface Style {
  readonly model: number
  readonly isBare: boolean
  readonly hasSystem: boolean
  /** One number per turn, used over and over. */
  readonly forms: readonly number[]
}

/** Draws the choices between forms that say the same. */
export const style: fc.Arbitrary<Style> = fc.record({
  model: fc.nat(13),
  isBare: fc.nat(5).map((number) => number === 5),
  hasSystem: fc.boolean(),
  forms: fc.array(fc.nat(15), { minLength: 1, maxLength: 5 }),
})

/** Writes a conversation as a request body, or as a bare list of turns. */
export function render(
  turns: readonly Turn[],
  api: Api,
  { model: number, isBare, hasSystem, forms }: Style,
): JsonObject | Json[] {
  const model = isBare ? namelessModel(api) : pick(modelsOf(api), number)
  if (model === undefined) throw new Error(`No model is listed for \`${api}\`.`)
  const scribe = scribes[formatOf(api)]
  const writing: Writing = { api, model, hasSystem, formOf: (index) => pick(forms, index) ?? 0 }
  const written = scribe.write(ended(turns, model), writing)
  return isBare ? written : { ...scribe.body(writing), [scribe.root]: written }
}

/** Leaves out the last words of the model where a request may not end on them. */
function ended(turns: readonly Turn[], model: Model): readonly Turn[] {
  const last = turns.at(-1)
  const endsOnModel = last?.speaker === 'model' && last.calls.length === 0
  return endsOnModel && !model.mayEndOnModel ? turns.slice(0, -1) : turns
}
