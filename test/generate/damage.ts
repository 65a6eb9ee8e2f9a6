import fc from 'fast-check'
import { type Format, formats } from './api.ts'
import { contentDamages } from './damage-content.ts'
import { idDamages } from './damage-ids.ts'
import { orderDamages } from './damage-order.ts'
import { pairDamages } from './damage-pairs.ts'
import type { Damage } from './draft.ts'
import { copy, type Json, type JsonObject } from './json.ts'
import { marker } from './marker.ts'
import { scribes } from './scribes.ts'

/** One damage with its numbers: where, and which variety. */
export interface Step {
  readonly name: string
  readonly a: number
  readonly b: number
  readonly c: number
}

/** All damages by name. */
export const damages: Readonly<Record<string, Damage>> = {
  ...pairDamages,
  ...orderDamages,
  ...idDamages,
  ...contentDamages,
}

/** The names of all damages that a format has. */
export function damagesOf(format: Format): string[] {
  return [...Object.keys(damages), ...Object.keys(scribes[format].own ?? {})]
}

/** Draws up to five damages; one that another format has for itself does nothing. */
export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    name: fc.constantFrom(...new Set(formats.flatMap(damagesOf))),
    a: fc.nat(30),
    b: fc.nat(5),
    c: fc.nat(3),
  }),
  { maxLength: 5 },
)

/** Gives a damaged copy of a document. */
export function damaged(
  document: JsonObject | Json[],
  format: Format,
  list: readonly Step[],
): JsonObject | Json[] {
  const result = copy(document)
  const scribe = scribes[format]
  const turns = Array.isArray(result) ? result : result[scribe.root]
  if (!Array.isArray(turns)) return result
  let count = 0
  const words = (): string => `meanwhile ${marker('d', ++count)}`
  const body = Array.isArray(result) ? undefined : result
  for (const { name, a, b, c } of list) {
    const damage = damages[name] ?? scribe.own?.[name]
    damage?.({ scribe, turns, body, words }, a, b, c)
  }
  scribe.settle?.(turns)
  return result
}
