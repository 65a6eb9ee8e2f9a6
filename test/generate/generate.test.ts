import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amount } from '../amount.ts'
import { complaints } from '../oracle/index.ts'
import { apis, formatOf, formats } from './api.ts'
import { type Case, damagedCase, soundCase } from './case.ts'
import { conversationFor } from './conversation.ts'
import { damaged, damagesOf } from './damage.ts'
import { markersIn } from './marker.ts'
import { scribes } from './scribes.ts'

const seed = 20_261_115

test('a case without a damage is accepted, however it ends', () => {
  const check = ({ api, tail, document }: Case): void => {
    expect(complaints(document, { api, tail })).toEqual([])
  }
  fc.assert(fc.property(soundCase, check), { seed, numRuns: amount(200) })
})

test('every marker of a sound case is there once', () => {
  const check = ({ document }: Case): void => {
    const markers = markersIn(document)
    expect(new Set(markers).size).toBe(markers.length)
  }
  fc.assert(fc.property(soundCase, check), { seed, numRuns: 200 })
})

test.each(apis)('the ids for %s are unique', (api) => {
  fc.assert(
    fc.property(conversationFor(api), (turns) => {
      const ids = turns.flatMap(({ calls }) => calls.map(({ id }) => id))
      expect(new Set(ids).size).toBe(ids.length)
    }),
    { seed, numRuns: amount(40) },
  )
})

const samples = fc.sample(soundCase, { seed, numRuns: 200 * formats.length })

describe.each(formats)('in %s', (format) => {
  const { without, harmless } = scribes[format]
  const sounds = samples.filter(({ api }) => formatOf(api) === format)

  test.each(damagesOf(format))('`%s` changes some document, and is refused somewhere', (name) => {
    const broken = ({ document }: Case, a: number): Case['document'] =>
      damaged(document, format, [{ name, a, b: a % 6, c: a % 4 }])
    const isChanged = (sound: Case, a: number): boolean =>
      JSON.stringify(broken(sound, a)) !== JSON.stringify(sound.document)
    const isRefused = (sound: Case, a: number): boolean =>
      complaints(broken(sound, a), { api: sound.api, tail: 'closed' }).length > 0
    const isAbsent = without.includes(name)
    expect(sounds.some(isChanged)).toBe(!isAbsent)
    expect(sounds.some(isRefused)).toBe(!isAbsent && !harmless.includes(name))
  })
})

test('damages leave the document that they are given', () => {
  const check = ({ api, document }: Case): void => {
    const before = JSON.stringify(document)
    for (const name of damagesOf(formatOf(api)))
      damaged(document, formatOf(api), [{ name, a: 3, b: 1, c: 0 }])
    expect(JSON.stringify(document)).toBe(before)
  }
  fc.assert(fc.property(soundCase, check), { seed, numRuns: 100 })
})

test('the same seed draws the same cases', () => {
  const draw = (): Case[] => fc.sample(damagedCase, { seed, numRuns: 100 })
  expect(draw()).toEqual(draw())
})

test('a broken case shrinks to a few turns', () => {
  const isAccepted = ({ api, tail, document }: Case): boolean =>
    complaints(document, { api, tail }).length === 0
  const outcome = fc.check(fc.property(damagedCase, isAccepted), { seed })
  const [smallest] = outcome.counterexample ?? []
  expect(smallest?.damages).toHaveLength(1)
  expect(turnCount(smallest)).toBeLessThan(5)
})

function turnCount(drawn: Case | undefined): number {
  if (drawn === undefined) return Number.NaN
  const { api, document } = drawn
  const turns = Array.isArray(document) ? document : document[scribes[formatOf(api)].root]
  return Array.isArray(turns) ? turns.length : 0
}
