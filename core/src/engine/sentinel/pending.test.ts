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
  ['32 calls from the end', many.slice(0, 32), many.slice(0, 32).reverse(), Array(32).fill(true), 0],
  ['40 calls in order', many, many, Array(40).fill(true), 0],
  [
    '40 calls, some in order and the others from the end',
    many,
    [...many.slice(0, 9), ...many.slice(9).reverse()],
    Array(40).fill(true),
    0,
  ],
  ['40 calls, one in order and then again', many, ['call_0', 'call_7', 'call_0'], [true, true, false], 38],
  [
    '40 calls, a stranger before the first',
    many,
    ['call_1', 'call_0', 'x', 'call_39'],
    [true, true, false, true],
    37,
  ],
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

test('calls that were answered are waited for again after it was cleared, however many', () => {
  const pending = new Pending()
  const more = Array.from({ length: 100 }, (_, number) => `call_${number}`)
  for (const ids of [more, many, ['a', 'b'], more]) {
    for (const id of ids) pending.call(id)
    expect(pending.missing).toBe(ids.length)
    expect(ids.toReversed().every((id) => pending.answer(id))).toBe(true)
    expect([pending.missing, pending.answeredCount]).toEqual([0, ids.length])
    pending.clear()
  }
})
