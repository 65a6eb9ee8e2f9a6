import { formats } from '@mortise/core'
import { expect, test } from 'vitest'
import { brokenOf, soundOf } from '../conformance/fixtures.ts'
import { turnsOf, wireOf, wires } from './index.ts'

test('the laws can read every format, and no other', () => {
  expect(wires.map(({ format }) => format).sort()).toEqual(formats.map(({ name }) => name).sort())
})

test.each(formats)('$name: its fixtures have turns of the model, calls and results', ({ name }) => {
  const wire = wireOf(name)
  const documents = [
    ...soundOf(name).map(({ document }) => document),
    ...brokenOf(name).map(({ fixed }) => fixed),
  ]
  const turns = documents.flatMap((document) => turnsOf(wire, document))
  const models = turns.filter((turn) => wire.isModels(turn))
  expect(models.length).toBeGreaterThan(0)
  expect(models.length).toBeLessThan(turns.length)
  const calls = turns.flatMap((turn) => wire.callsOf(turn))
  const results = turns.flatMap((turn) => wire.resultsOf(turn))
  expect(calls.some(({ id }) => results.some((result) => result.id === id))).toBe(true)
  expect(calls.filter(({ name }) => typeof name === 'string').length).toBeGreaterThan(calls.length / 2)
  expect(results.filter(({ holds }) => holds !== undefined).length).toBeGreaterThan(results.length / 2)
})

test('a format that nobody described is a mistake of the caller', () => {
  expect(() => wireOf('smoke-signals')).toThrow('smoke-signals')
})
