import fc from 'fast-check'
import { type Api, apisOf, formatOf, formats } from './api.ts'
import { converse, sketch } from './conversation.ts'
import { damaged, type Step, steps } from './damage.ts'
import type { Json, JsonObject } from './json.ts'
import { render, style } from './render.ts'

/** A document that may be broken, and how it is to be repaired. */
export interface Case {
  readonly api: Api
  readonly policy: 'keep' | 'drop' | 'drop-turn' | 'report'
  readonly tail: 'closed' | 'rest' | 'open'
  readonly document: JsonObject | Json[]
  /** The names of the damages done, in order; a damage that found no place changed nothing. */
  readonly damages: string[]
}

/** Draws an API, each format as often as any other. */
const anyApi: fc.Arbitrary<Api> = fc.oneof(...formats.map((format) => fc.constantFrom(...apisOf(format))))

/** Draws a case with up to five damages. */
export const damagedCase: fc.Arbitrary<Case> = caseWith(steps)

/** Draws a case without a damage. */
export const soundCase: fc.Arbitrary<Case> = caseWith(fc.constant([]))

/** Draws a case with the damages drawn, for one of all APIs or of those that are told. */
export function caseWith(list: fc.Arbitrary<Step[]>, api: fc.Arbitrary<Api> = anyApi): fc.Arbitrary<Case> {
  return fc
    .record({
      api,
      policy: fc.constantFrom('keep', 'keep', 'keep', 'drop', 'drop-turn', 'report'),
      tail: fc.constantFrom('closed', 'closed', 'closed', 'rest', 'open'),
      numbers: sketch,
      choices: style,
      list,
    })
    .map(({ api, policy, tail, numbers, choices, list }) => {
      const sound = render(converse(numbers, api), api, choices)
      const document = damaged(sound, formatOf(api), list)
      const damages = list.map(({ name }) => name)
      return { api, policy, tail: isLenient(api, document) ? 'closed' : tail, document, damages }
    })
}

// A server that takes stray results and a tool that may still run: nobody can say what is refused.
function isLenient(api: Api, document: JsonObject | Json[]): boolean {
  if (api !== 'openai' || Array.isArray(document)) return false
  return typeof document.model === 'string' && document.model.includes(':')
}
