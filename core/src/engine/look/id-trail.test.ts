import { expect, test } from 'vitest'
import { IdTrail, traceOf } from './id-trail.ts'

test('an id is found where it stands, over many blocks', () => {
  const trail = new IdTrail()
  for (let position = 0; position < 20_000; position++) trail.add(`call_${position % 15_000}`, position)
  const wanted = new Map([0, 4999, 14_999].map((number) => [traceOf(`call_${number}`), number]))
  const found: [number, number][] = []
  trail.follow(wanted, (trace, position) => found.push([wanted.get(trace) as number, position]))
  expect(found).toEqual([
    [0, 0],
    [4999, 4999],
    [14_999, 14_999],
    [0, 15_000],
    [4999, 19_999],
  ])
})

test('turns whose ids end like one that is looked for are told, each once and in order', () => {
  const trail = new IdTrail()
  for (let position = 0; position < 20_000; position++) {
    trail.note(`call_${position % 15_000}`, position)
    trail.note(`other_${position % 15_000}`, position)
  }
  expect(trail.holders(new Set(['call_14999', 'signed_7']))).toEqual([4999, 14_999, 19_999])
  expect(trail.holders(new Set(['a', 'toolu_x']))).toEqual([])
  expect(trail.holders(new Set())).toEqual([])
})
