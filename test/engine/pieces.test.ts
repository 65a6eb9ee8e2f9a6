import { describe, expect, test } from 'vitest'
import { GrowingScan } from '../../core/src/engine/parts/growing-scan.ts'
import { scanInFull } from '../../core/src/engine/scan.ts'
import { rules } from '../../core/src/rules/index.ts'
import { apiOf, taskOf } from '../laws/task.ts'
import { answer, ask, call, exchange, say, sound, type Turns } from './chat-turns.ts'

/** What is found in turns that come in pieces, and which of them were asked for again. */
function judged(turns: Turns, size: number): { found: string[]; asked: number[] } {
  const api = apiOf('openai', turns)
  const growing = new GrowingScan({ api, tail: 'closed', rules })
  turns.forEach((turn, position) => {
    expect(growing.count).toBe(position)
    growing.add(turn)
    if (position % size === size - 1) growing.rest()
  })
  const asked = new Set<number>()
  const found = growing.finish((position) => {
    asked.add(position)
    return turns[position]
  })
  expect(found).toEqual(scanInFull(taskOf(turns, api, 'closed')))
  return {
    found: found.map(({ rule, at }) => `${rule} ${at[0]}`),
    asked: [...asked].sort((one, two) => one - two),
  }
}

const numbers = (start: number, end: number): number[] =>
  Array.from({ length: end - start }, (_, index) => start + index)

describe.each([1, 7, 1000])('a conversation that comes in pieces of %d', (size) => {
  const rows: readonly (readonly [string, Turns, readonly string[], readonly number[]])[] = [
    ['is not asked for where it is sound', [...ask, ...sound(), ...say, ...ask], [], []],
    [
      'is asked for where something is wrong',
      [...ask, ...sound(), ...call('a'), ...ask, ...sound(), ...say, ...ask],
      ['call-without-result 31'],
      [31, 32],
    ],
    [
      'is asked for at its start',
      [...ask, ...call('a'), ...ask, ...sound()],
      ['call-without-result 1'],
      [1, 2],
    ],
    [
      'is asked for at its end',
      [...ask, ...sound(), ...say, ...ask, ...call('a')],
      ['call-without-result 33'],
      [33],
    ],
    [
      'is asked for where an id stands that is wrong elsewhere',
      [...ask, ...sound(), ...exchange('a'), ...sound(), ...exchange('b'), ...answer('a'), ...say, ...ask],
      ['duplicate-result 65'],
      [31, 32, 63, 64, 65],
    ],
    [
      'is asked for where an id stands that is wrong before',
      [...ask, ...sound(), ...answer('a'), ...sound(), ...exchange('a'), ...sound(), ...say, ...ask],
      ['result-without-call 31'],
      [29, 30, 31, 62, 63],
    ],
    [
      'is asked for once where two that are wrong share an id',
      [...ask, ...sound(), ...call('a'), ...ask, ...sound(), ...call('a'), ...ask, ...sound()],
      ['call-without-result 31', 'call-without-result 63'],
      [31, 32, 63, 64],
    ],
    [
      'is asked for as a whole where most of it is wrong',
      [...ask, ...call('a'), ...ask, ...call('b'), ...ask, ...exchange('c')],
      ['call-without-result 1', 'call-without-result 3'],
      numbers(0, 7),
    ],
  ]

  test.each(rows)('%s', (_, turns, found, asked) => {
    expect(judged(turns, size)).toEqual({ found, asked })
  })

  test('is told of in order, also where not all of it is in memory at once', () => {
    const many = numbers(0, 70).map((number) => `many${number}`)
    const wide = [...call(...many), ...answer(...many.slice(1)), ...ask]
    const turns = [
      ...ask,
      ...wide,
      ...sound(),
      ...sound(),
      ...sound(),
      ...call('b'),
      ...ask,
      ...sound(),
      ...answer('many1'),
      ...ask,
    ]
    expect(judged(turns, size).found).toEqual([
      'call-without-result 1',
      'call-without-result 162',
      'duplicate-result 194',
    ])
  })

  test('is read together where an id ties it, also where not all of it is in memory at once', () => {
    const many = numbers(0, 70).map((number) => `more${number}`)
    const wide = [...call(...many), ...answer(...many.slice(1)), ...ask]
    const late = [...exchange('y'), ...answer('x'), ...say, ...ask]
    const turns = [...ask, ...sound(), ...exchange('x'), ...wide, ...sound(), ...sound(), ...sound(), ...late]
    expect(judged(turns, size).found).toEqual(['call-without-result 33', 'duplicate-result 196'])
  })

  test('without any turn nothing is wrong that a whole one would not have', () => {
    expect(judged([], size)).toEqual({ found: [], asked: [] })
  })
})
