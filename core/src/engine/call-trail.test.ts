import { expect, test } from 'vitest'
import { CallTrail } from './call-trail.ts'

test('names every turn that holds one of the ids, in order, and few others', () => {
  const trail = new CallTrail(3)
  for (let position = 3; position < 3000; position++) trail.add(`call_${position}`, position)
  trail.add('call_17', 3000)
  expect(trail.from).toBe(3)
  const named = trail.turnsWith(new Set(['call_17', 'call_2999', 'call_1']))
  expect(named).toEqual(named.toSorted((left, right) => left - right))
  expect(named).toEqual(expect.arrayContaining([17, 2999, 3000]))
  expect(named.length).toBeLessThan(30)
})

test('names nothing where no id was noted', () => {
  expect(new CallTrail(0).turnsWith(new Set(['a']))).toEqual([])
})
