import { describe, expect, test } from 'vitest'
import { alphabetOf } from './alphabet.ts'
import { IdTable } from './id-table.ts'

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
  // A large document is remembered in another way than a small one.
  describe.each([0, 100_000])('for %d ids', (count) => {
    function tableFor(): IdTable {
      const table = new IdTable(alphabet)
      table.reserve(count)
      return table
    }

    test('takes an id once', () => {
      const table = tableFor()
      expect(['a', 'b', 'a', 'c', 'b'].map((id) => table.add(id))).toEqual([true, true, false, true, false])
    })

    test('grows beyond its first 1,024 ids and forgets none', () => {
      const table = tableFor()
      const ids = Array.from({ length: 5000 }, (_, number) => `call_${number}`)
      expect(ids.filter((id) => !table.add(id))).toEqual([])
      expect(ids.filter((id) => table.add(id))).toEqual([])
    })

    test('forgets all when cleared, and starts anew', () => {
      const table = tableFor()
      for (let round = 0; round < 3; round++) {
        for (let number = 0; number < 2000; number++) expect(table.add(`call_${number}`)).toBe(true)
        table.clear()
      }
    })

    test.each([
      ['the same', 'abc', 'abc', [true, true, true]],
      ['longer', 'abc', 'abcda', [true, true, true, true, false]],
      ['shorter, then whole', 'ab', 'abca', [true, true, true, false]],
      ['another from the first', 'abc', 'cabc', [true, true, true, false]],
      ['another halfway', 'abc', 'abdcb', [true, true, true, true, false]],
      ['one that comes twice', 'abc', 'aabc', [true, false, true, true]],
    ])('tells the ids of a document from those of the last: %s', (_name, last, ids, answers) => {
      const table = tableFor()
      for (const before of ['xyz', 'abc', last]) {
        for (const id of before) table.add(id)
        table.clear()
      }
      expect([...ids].map((id) => table.add(id))).toEqual(answers)
    })

    test('tells the ids of a turn apart, whatever the other turns have', () => {
      const table = tableFor()
      for (let turn = 0; turn < 3; turn++) {
        table.startTurn()
        expect(['a', 'b', 'a'].map((id) => table.addToTurn(id))).toEqual([true, true, false])
        expect(['a', 'b'].map((id) => table.isSpelled(id))).toEqual([true, true])
      }
    })

    test('looks out for certain ids, and for nothing else, until it is cleared', () => {
      const table = tableFor()
      table.watch(new Set(['a', 'call_17', 'a.b']))
      expect(['a', 'call_17', 'a.b', 'b', 'b', 'call_71', 'c.d'].map((id) => table.add(id))).toEqual([
        ...[false, false, false],
        ...[true, true, true, true],
      ])
      table.clear()
      expect(table.add('a')).toBe(true)
    })
  })

  test('makes room ahead and keeps what it has', () => {
    const table = new IdTable(alphabet)
    table.reserve(50_000)
    table.add('a')
    table.reserve(500_000)
    expect(table.add('a')).toBe(false)
    expect(table.add('b')).toBe(true)
  })
})

describe('an alphabet', () => {
  test.each(['a.b', 'ab.', 'é', 'aé', 'a b', '.', 'abcdefg:', '\ud83d'])('keeps %j out', (id) => {
    const table = new IdTable(letters)
    expect(table.add(id)).toBe(false)
    expect(table.isSpelled(id)).toBe(false)
    expect(table.isSpelled(id)).toBe(false)
    expect(new IdTable(undefined).add(id)).toBe(true)
  })

  test.each(['a', 'ab', 'abc', 'toolu_01-x'])('lets %j in', (id) => {
    expect(new IdTable(letters).isSpelled(id)).toBe(true)
    expect(new IdTable(letters).add(id)).toBe(true)
  })
})
