import { describe, expect, test } from 'vitest'
import { endOf, Watched } from './watched.ts'

describe('ids that are looked for', () => {
  const wanted = ['toolu_01', 'call_17', 'abcd', 'abc', 'ab', 'a', '']

  test.each(wanted)('%j is known among the others', (id) => {
    expect(new Watched(new Set(wanted)).has(id)).toBe(true)
  })

  test.each(['x_toolu_01', 'call_71', 'abce', 'b', 'xy', 'xyz', ' '])('%j is none of them', (id) => {
    expect(new Watched(new Set(wanted)).has(id)).toBe(false)
  })

  const idNamed = (number: number): string => `call_${(number * 2654435761).toString(36)}`
  const others = Array.from({ length: 4000 }, (_, number) => idNamed(number + 100_000))

  test.each([1, 60, 3000, 80_000])('%d of them are told from most others by how they end', (count) => {
    const watched = new Watched(new Set(Array.from({ length: count }, (_, number) => idNamed(number))))
    const alike = others.filter((id) => watched.mayEnd(endOf(id)))
    expect(alike.length).toBeLessThan(others.length / 8)
  })
})

describe('how an id ends', () => {
  test.each([
    ['an earlier character does not matter', 'toolu_abcd', 'call__abcd', true],
    ['the fourth from behind', 'wbcd', 'xbcd', false],
    ['the third from behind', 'awcd', 'axcd', false],
    ['the second from behind', 'abwd', 'abxd', false],
    ['the last', 'abcw', 'abcx', false],
    ['the same in another order', 'abcd', 'dcba', false],
    ['of three characters, only how many they are', 'abc', 'xyz', true],
    ['of two and of three', 'ab', 'abc', false],
  ])('%s', (_, left, right, isSame) => {
    expect(endOf(left) === endOf(right)).toBe(isSame)
  })
})
