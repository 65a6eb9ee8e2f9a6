import { expect, test } from 'vitest'
import { Pending } from './pending.ts'

function answers(
  calls: readonly string[],
  results: readonly string[],
): { taken: boolean[]; missing: number } {
  const pending = new Pending()
  for (const id of calls) pending.call(id)
  return { taken: results.map((id) => pending.answer(id)), missing: pending.missing }
}

const many = Array.from({ length: 40 }, (_, number) => `call_${number}`)

test.each<[string, string[], string[], boolean[], number]>([
  ['in order', ['a', 'b'], ['a', 'b'], [true, true], 0],
  ['in another order', ['a', 'b', 'c'], ['c', 'a', 'b'], [true, true, true], 0],
  ['in order, then not', ['a', 'b', 'c'], ['a', 'c', 'b'], [true, true, true], 0],
  ['one missing', ['a', 'b'], ['b'], [true], 1],
  ['twice', ['a', 'b'], ['a', 'a'], [true, false], 1],
  ['twice, out of order', ['a', 'b'], ['b', 'b'], [true, false], 1],
  ['one too many', ['a'], ['a', 'a'], [true, false], 0],
  ['a stranger', ['a'], ['x'], [false], 1],
  ['no call', [], ['a'], [false], 0],
  ['the same id twice', ['a', 'a'], ['a', 'a'], [true, true], 0],
  ['31 calls from the end', many.slice(0, 31), many.slice(0, 31).reverse(), Array(31).fill(true), 0],
  ['40 calls in order', many, many, Array(40).fill(true), 0],
])('%s', (_, calls, results, taken, missing) => {
  expect(answers(calls, results)).toEqual({ taken, missing })
})

test('another order of very many calls is followed, each id once', () => {
  expect(answers(many, many.toReversed())).toEqual({ taken: Array(40).fill(true), missing: 0 })
  expect(answers(many, ['call_1', 'call_1', 'other']).taken).toEqual([true, false, false])
})

test('it is used again after it was cleared', () => {
  const pending = new Pending()
  for (const id of many) pending.call(id)
  pending.answer('call_0')
  pending.clear()
  expect([pending.missing, pending.answeredCount]).toEqual([0, 0])
  expect(pending.answer('call_1')).toBe(false)
  pending.call('b')
  expect(pending.answer('b')).toBe(true)
  expect([pending.missing, pending.answeredCount]).toEqual([0, 1])
})
