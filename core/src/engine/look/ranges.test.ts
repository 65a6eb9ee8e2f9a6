import { describe, expect, test } from 'vitest'
import type { TurnRange } from '../../model/format.ts'
import { batch, group, joined, rangeAt } from './ranges.ts'

/** Ranges in short: `2-4 7-9`. */
function rangesOf(line: string): TurnRange[] {
  return line.split(' ').flatMap((word) => {
    const [start, end] = word.split('-').map(Number)
    return start === undefined || end === undefined ? [] : [{ start, end }]
  })
}

const print = (ranges: readonly TurnRange[]): string =>
  ranges.map(({ start, end }) => `${start}-${end}`).join(' ')

test.each([
  ['', ''],
  ['2-4', '2-4'],
  ['7-9 2-4', '2-4 7-9'],
  ['2-4 4-6', '2-6'],
  ['2-4 5-6', '2-4 5-6'],
  ['2-9 4-6', '2-9'],
  ['2-4 3-6 6-7 9-10', '2-7 9-10'],
  ['4-6 2-4 4-6', '2-6'],
])('joined where they touch: %j is %j', (given, wanted) => {
  expect(print(joined(rangesOf(given)))).toBe(wanted)
})

test.each([
  ['', 3, -1],
  ['2-4 7-9', 1, -1],
  ['2-4 7-9', 2, 0],
  ['2-4 7-9', 3, 0],
  ['2-4 7-9', 4, -1],
  ['2-4 7-9', 7, 1],
  ['2-4 7-9', 8, 1],
  ['2-4 7-9', 9, -1],
])('of %j, position %d lies in number %d', (ranges, position, number) => {
  expect(rangeAt(rangesOf(ranges), position)).toBe(number)
})

describe('linked ranges', () => {
  const ranges = rangesOf('0-1 2-3 4-5 6-7 8-9')

  test.each<[string, readonly (readonly [number, number])[], readonly string[]]>([
    ['none', [], ['0-1', '2-3', '4-5', '6-7', '8-9']],
    ['two', [[1, 3]], ['0-1', '2-3 6-7', '4-5', '8-9']],
    ['two, told the other way round', [[3, 1]], ['0-1', '2-3 6-7', '4-5', '8-9']],
    ['one with itself', [[2, 2]], ['0-1', '2-3', '4-5', '6-7', '8-9']],
    [
      'a chain',
      [
        [4, 3],
        [3, 2],
        [2, 1],
        [1, 0],
      ],
      ['0-1 2-3 4-5 6-7 8-9'],
    ],
    [
      'two groups',
      [
        [0, 2],
        [1, 3],
      ],
      ['0-1 4-5', '2-3 6-7', '8-9'],
    ],
    [
      'two groups that one link makes one',
      [
        [0, 2],
        [1, 3],
        [3, 2],
      ],
      ['0-1 2-3 4-5 6-7', '8-9'],
    ],
    [
      'the same link again',
      [
        [0, 4],
        [4, 0],
        [0, 4],
      ],
      ['0-1 8-9', '2-3', '4-5', '6-7'],
    ],
  ])('%s', (_, links, wanted) => {
    expect(group(ranges, links).map(print)).toEqual(wanted)
  })
})

describe('batches of groups', () => {
  const groups = (...lines: readonly string[]): TurnRange[][] => lines.map(rangesOf)

  test.each<[string, TurnRange[][], number, readonly string[]]>([
    ['none', [], 4, []],
    ['few turns', groups('0-1', '2-3', '4-5'), 4, ['0-1 2-3 4-5']],
    ['as many as are enough', groups('0-2', '3-5', '6-7'), 4, ['0-2 3-5', '6-7']],
    ['more than enough at once', groups('0-9', '10-11'), 4, ['0-9', '10-11']],
    ['a group stays together', groups('0-1 6-9', '2-3', '4-5'), 3, ['0-1 6-9', '2-3 4-5']],
    ['in order', groups('0-1 6-7', '2-3', '4-5'), 9, ['0-1 2-3 4-5 6-7']],
  ])('%s', (_, given, enough, wanted) => {
    expect(batch(given, enough).map(print)).toEqual(wanted)
  })

  test('hold some hundred turns, unless told otherwise', () => {
    const many = Array.from({ length: 100 }, (_, number) => [{ start: number * 10, end: number * 10 + 10 }])
    expect(batch(many).map(({ length }) => length)).toEqual([40, 40, 20])
  })
})
