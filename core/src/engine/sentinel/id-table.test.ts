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
  })

  describe('as long as the ids come as they came before', () => {
    const asBefore = (first: string, second: string): [string, number] => {
      const table = new IdTable(alphabet)
      for (const id of first) table.add(id)
      table.clear()
      for (const id of second) table.add(id)
      return [table.order.slice(0, table.ordered).join(''), table.noted]
    }

    test.each([
      ['the same', 'abc', 'abc', 'abc', 3],
      ['shorter', 'abc', 'ab', 'abc', 2],
      ['longer', 'abc', 'abcd', 'abcd', 4],
      ['another from the first', 'abc', 'xy', 'xy', 2],
      ['another halfway', 'abc', 'axyz', 'axyz', 4],
      ['one that comes twice', 'abc', 'abb', 'ab', 2],
      ['nothing', 'abc', '', 'abc', 0],
    ])('they are remembered in order: %s', (_name, first, second, order, noted) => {
      expect(asBefore(first, second)).toEqual([order, noted])
    })

    test('none is remembered where they are very many', () => {
      const table = new IdTable(alphabet)
      table.reserve(8193)
      expect(['a', 'b'].map((id) => table.add(id))).toEqual([true, true])
      expect([table.ordered, table.noted]).toEqual([0, 0])
      table.clear()
      table.reserve(8192)
      expect(['a', 'b'].map((id) => table.add(id))).toEqual([true, true])
      expect([table.ordered, table.noted]).toEqual([2, 2])
    })

    test('no more than 16,384 are remembered', () => {
      const table = new IdTable(alphabet)
      for (let number = 0; number < 16_400; number++) table.add(`call_${number}`)
      expect([table.ordered, table.noted]).toEqual([16_384, 16_384])
    })
  })

  test.each([0, 100_000])(
    'of %d, ids that differ in one of their last characters are told apart',
    (count) => {
      const id = 'toolu_bdrk_0123456789ABCDEFGHIJ'
      const table = new IdTable(alphabet)
      table.reserve(count)
      const others = [...id].slice(-4).map((_, back) =>
        id
          .split('')
          .with(-1 - back, 'z')
          .join(''),
      )
      const more = [`${id}K`, id.slice(1), 'z'.repeat(id.length), `zz${id.slice(2)}`]
      expect([id, ...others, ...more].filter((other) => !table.add(other))).toEqual([])
      expect([id, ...others, ...more].filter((other) => table.add(other))).toEqual([])
    },
  )

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

  test('spells a document that comes again as it did before', () => {
    const table = new IdTable(letters)
    const spelled = (ids: string): boolean[] => ids.split(' ').map((id) => table.isSpelled(id))
    expect(spelled('a b a.b c')).toEqual([true, true, false, true])
    for (const [ids, answers, noted] of [
      ['a b a.b c', [true, true, false, true], 3],
      ['a x.y b', [true, false, true], 2],
      ['c b a', [true, true, true], 3],
      ['c é', [true, false], 1],
    ] as const) {
      table.clear()
      expect(spelled(ids)).toEqual(answers)
      expect(table.noted).toBe(noted)
    }
  })

  test.each(['a', 'ab', 'abc', 'toolu_01-x'])('lets %j in', (id) => {
    expect(new IdTable(letters).isSpelled(id)).toBe(true)
    expect(new IdTable(letters).add(id)).toBe(true)
  })
})
