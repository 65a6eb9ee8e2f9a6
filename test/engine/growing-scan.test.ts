import { scan } from '@mortise/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GrowingScan } from '../../core/src/engine/parts/growing-scan.ts'
import { isWellFormed } from '../../core/src/model/json.ts'
import { rules } from '../../core/src/rules/index.ts'
import { amount } from '../amount.ts'
import { restrict, Strange } from '../bytes/restrict.ts'
import { damagedCase } from '../generate/case.ts'
import { apiOf } from '../laws/task.ts'

// Several conversations in a row give long lists, of which only some parts are suspicious.
const lists = fc.record({
  cases: fc.array(damagedCase, { minLength: 1, maxLength: 12 }),
  steps: fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 5 }),
})

test('a conversation that comes in pieces is judged as a whole one is', () => {
  const holds = fc.property(lists, ({ cases, steps }) => {
    const { api: name, tail, document } = cases[0] as (typeof cases)[number]
    const api = apiOf(name, document)
    const turns = cases
      .filter((other) => other.api === name)
      .flatMap((other) => api.format.turnsOf(other.document) ?? [])
    const growing = new GrowingScan({ api, tail, rules })
    let fed = 0
    for (let step = 0; fed < turns.length; step++) {
      const until = Math.min(turns.length, fed + (steps[step % steps.length] as number))
      for (; fed < until; fed++) growing.add(sketched(turns[fed], api.format.picks.each ?? {}))
      growing.rest()
    }
    expect(growing.finish((position) => turns[position])).toEqual(scan(turns, api.rulebook, { tail }))
  })
  fc.assert(holds, { numRuns: amount(80) })
})

function sketched(turn: unknown, pick: Parameters<typeof restrict>[1]): unknown {
  // Half a character has the turn read in full, wherever it stands.
  if (!isWellFormed(turn)) return turn
  try {
    return restrict(turn, pick)
  } catch (error) {
    if (error instanceof Strange) return turn
    throw error
  }
}
