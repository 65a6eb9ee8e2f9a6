import { describe, expect, test } from 'vitest'
import type { FactTable } from '../../model/format.ts'
import { applyEdits } from './apply.ts'
import { diffFacts } from './fact-diff.ts'
import { sortEdits } from './invert.ts'

const plain = (value: unknown): unknown => value
const table: FactTable<string> = {
  id: { path: ['id'], encode: plain },
  name: { path: ['function', 'name'], encode: plain },
  words: { path: ['function', 'words'], encode: (value) => JSON.stringify(value) },
  kind: { path: ['type'], encode: plain },
  deep: { path: ['one', 'two', 'three'], encode: plain },
  beside: { path: ['one', 'other'], encode: plain },
  top: { path: ['other'], encode: plain },
  both: [
    { path: ['first'], encode: plain },
    { path: ['second'], encode: plain },
  ],
  either: { path: (raw) => ['old' in (raw as object) ? 'old' : 'new'], encode: plain },
  copied: { path: ['copy'], encode: (value, raw) => [value, (raw as { id?: string }).id] },
  nowhere: { path: [], encode: plain },
}

type Row = readonly [
  name: string,
  raw: unknown,
  facts: Record<string, unknown>,
  after: unknown,
  edits: number,
]

describe('facts are written where they belong', () => {
  const rows: readonly Row[] = [
    ['none', { id: 'a' }, {}, { id: 'a' }, 0],
    ['one that nobody knows', { id: 'a' }, { colour: 'red' }, { id: 'a' }, 0],
    ['one without a place', { id: 'a' }, { nowhere: 1 }, { id: 'a' }, 0],
    ['another value', { id: 'a', type: 't' }, { id: 'b' }, { id: 'b', type: 't' }, 1],
    ['the same value', { id: 'a' }, { id: 'a' }, { id: 'a' }, 0],
    ['a new member', { type: 't' }, { id: 'b' }, { type: 't', id: 'b' }, 1],
    ['two new members, in their order', { a: 1 }, { id: 'b', kind: 't' }, { a: 1, id: 'b', type: 't' }, 2],
    ['a member taken away', { id: 'a', type: 't' }, { id: undefined }, { type: 't' }, 1],
    ['a member that was not there, taken away', { type: 't' }, { id: undefined }, { type: 't' }, 0],
    ['one taken away and one added', { id: 'a', n: 1 }, { id: undefined, kind: 't' }, { n: 1, type: 't' }, 2],
    [
      'one added, one changed, one added',
      { id: 'a' },
      { both: 1, id: 'b' },
      { id: 'b', first: 1, second: 1 },
      3,
    ],
    ['farther in', { function: { name: 'a', x: 1 } }, { name: 'b' }, { function: { name: 'b', x: 1 } }, 1],
    ['as its format writes it', { function: {} }, { words: { a: 1 } }, { function: { words: '{"a":1}' } }, 1],
    ['with what holds it', { id: 'a' }, { name: 'b' }, { id: 'a', function: { name: 'b' } }, 1],
    ['in the place of what cannot hold it', { function: 'x' }, { name: 'b' }, { function: { name: 'b' } }, 1],
    [
      'two in one member that was missing',
      {},
      { name: 'b', words: 1 },
      { function: { name: 'b', words: '1' } },
      1,
    ],
    ['two at different depths', {}, { deep: 1, beside: 2 }, { one: { two: { three: 1 }, other: 2 } }, 1],
    ['taken away where nothing holds it', { id: 'a' }, { name: undefined, deep: undefined }, { id: 'a' }, 0],
    ['in two places', { first: 1 }, { both: 2 }, { first: 2, second: 2 }, 2],
    ['taken away in two places', { first: 1, second: 1, id: 'a' }, { both: undefined }, { id: 'a' }, 2],
    ['where the value says: old', { old: 1 }, { either: 2 }, { old: 2 }, 1],
    ['where the value says: new', {}, { either: 2 }, { new: 2 }, 1],
    ['with a look at the whole', { id: 'a' }, { copied: 1 }, { id: 'a', copy: [1, 'a'] }, 1],
    [
      'members of two objects',
      { function: {} },
      { kind: 't', name: 'b' },
      { function: { name: 'b' }, type: 't' },
      2,
    ],
    [
      'the same name in two objects',
      { one: {}, other: 0 },
      { beside: 1 },
      { one: { other: 1 }, other: 0 },
      1,
    ],
    ['the same name in two', { one: {} }, { beside: 1, top: 2 }, { one: { other: 1 }, other: 2 }, 2],
    ['in something that has no members', 'text', { id: 'b' }, 'text', 0],
    ['in a list', ['a'], { id: 'b', name: 'c' }, ['a'], 0],
  ]

  test.each(rows)('%s', (_, raw, facts, after, count) => {
    const edits = diffFacts(raw, new Map(Object.entries(facts)), table, 'test')
    expect(JSON.stringify(applyEdits(raw, sortEdits(edits)))).toBe(JSON.stringify(after))
    expect(edits).toHaveLength(count)
    expect(edits.filter(({ why }) => why !== 'test')).toEqual([])
  })

  test('an edit says what stood there, and where a new member will stand', () => {
    const raw = { id: 'a', type: 't', n: 1 }
    const edits = diffFacts(
      raw,
      new Map<string, unknown>([
        ['id', undefined],
        ['kind', 'u'],
        ['both', 2],
      ]),
      table,
      'w',
    )
    expect(edits).toEqual([
      { do: 'unset', at: ['id'], value: 'a', index: 0, why: 'w' },
      { do: 'replace', at: ['type'], from: 't', value: 'u', why: 'w' },
      { do: 'set', at: ['first'], value: 2, index: 2, why: 'w' },
      { do: 'set', at: ['second'], value: 2, index: 3, why: 'w' },
    ])
  })

  test('a new member is counted in its own object', () => {
    const facts = new Map<string, unknown>([
      ['kind', 't'],
      ['name', 'b'],
      ['id', undefined],
      ['words', 1],
    ])
    const edits = diffFacts({ function: { x: 1 } }, facts, table, 'w')
    expect(edits.map((edit) => [edit.at.join('.'), edit.do === 'set' && edit.index])).toEqual([
      ['type', 1],
      ['function.name', 1],
      ['function.words', 2],
    ])
  })

  test('of two facts in one place the last is written', () => {
    const twice: FactTable<string> = { ...table, again: { path: ['id'], encode: plain } }
    expect(
      diffFacts(
        {},
        new Map([
          ['id', 'a'],
          ['again', 'b'],
        ]),
        twice,
        'w',
      ),
    ).toEqual([{ do: 'set', at: ['id'], value: 'b', index: 0, why: 'w' }])
    const mixed = new Map<string, unknown>([
      ['id', { a: 1 }],
      ['again', 'b'],
    ])
    expect(diffFacts({}, mixed, twice, 'w')).toMatchObject([{ value: 'b' }])
  })
})
