import { describe, expect, test } from 'vitest'
import { alphabetOf, IdTable } from './id-table.ts'

const letters = alphabetOf('^[a-zA-Z0-9_-]+$')

describe('alphabetOf', () => {
  test.each([
    ['^[a-zA-Z0-9_-]+$', 'azAZ09_-', ' .:|é/'],
    ['^[a-zA-Z0-9]{9}$', 'azAZ09', '_-. '],
  ])('of %s', (pattern, inside, outside) => {
    const alphabet = alphabetOf(pattern)
    expect([...inside].map((sign) => alphabet[sign.charCodeAt(0)])).toEqual([...inside].map(() => 0))
    expect([...outside].map((sign) => alphabet[sign.charCodeAt(0)])).toEqual([...outside].map(() => 1))
  })
})

describe.each([
  ['any character', undefined],
  ['an alphabet', letters],
])('a table of ids with %s', (_, alphabet) => {
  test('takes an id once', () => {
    const table = new IdTable(alphabet)
    expect(table.add('a', 0)).toBe(true)
    expect(table.add('b', 0)).toBe(true)
    expect(table.add('a', 1)).toBe(false)
    expect([table.stretchOf('a'), table.stretchOf('b'), table.stretchOf('c')]).toEqual([0, 0, -1])
  })

  test('grows beyond its first 1,024 ids and forgets none', () => {
    const table = new IdTable(alphabet)
    const ids = Array.from({ length: 5000 }, (_, number) => `call_${number}`)
    expect(ids.filter((id, number) => !table.add(id, number))).toEqual([])
    expect(ids.filter((id) => table.add(id, 0))).toEqual([])
    expect(ids.filter((id, number) => table.stretchOf(id) !== number)).toEqual([])
  })

  test('forgets all when cleared, and starts anew', () => {
    const table = new IdTable(alphabet)
    for (let round = 0; round < 3; round++) {
      for (let number = 0; number < 2000; number++) expect(table.add(`call_${number}`, round)).toBe(true)
      expect(table.stretchOf('call_7')).toBe(round)
      table.clear()
      expect(table.stretchOf('call_7')).toBe(-1)
    }
  })

  test('makes room ahead and keeps what it has', () => {
    const table = new IdTable(alphabet)
    table.add('a', 7)
    table.reserve(100_000)
    expect(table.stretchOf('a')).toBe(7)
    expect(table.add('a', 8)).toBe(false)
    expect(table.add('b', 8)).toBe(true)
  })
})

describe('an alphabet', () => {
  test.each(['a.b', 'ab.', 'é', 'aé', 'a b', '.', 'abcdefg:', '\ud83d'])('keeps %j out', (id) => {
    const table = new IdTable(letters)
    expect(table.add(id, 0)).toBe(false)
    expect(table.stretchOf(id)).toBe(-1)
    expect(table.isSpelled(id)).toBe(false)
    expect(new IdTable(undefined).add(id, 0)).toBe(true)
  })

  test.each(['a', 'ab', 'abc', 'toolu_01-x'])('lets %j in', (id) => {
    expect(new IdTable(letters).isSpelled(id)).toBe(true)
    expect(new IdTable(letters).add(id, 0)).toBe(true)
  })
})
