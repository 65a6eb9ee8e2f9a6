import { describe, expect, test } from 'vitest'
import type { Edit } from '../../model/edit.ts'
import type { Place } from '../../model/place.ts'
import { apply } from './apply.ts'
import { editsBetween, type Lineage, lineageAfter, sameLineage, withTurns } from './between.ts'

const turnNamed = (text: string) => ({ role: 'user', text })
const turns = ['a', 'b', 'c', 'd'].map(turnNamed)
const [a, b, c, d] = turns as [object, object, object, object]

/** A list of turns, each with where it stood before. */
function madeOf(...pairs: readonly (readonly [turn: unknown, origin: number, why?: string])[]): Lineage {
  return {
    raws: pairs.map(([turn]) => turn),
    origins: pairs.map(([, origin]) => origin),
    whys: new Map(pairs.flatMap(([, , why], position) => (why === undefined ? [] : [[position, why]]))),
  }
}

/** The edits from one document to another, once it is sure that they lead there. */
function edits(before: unknown, after: unknown, root: Place, lineage: Lineage): readonly Edit[] {
  const whyGone = (origin: number): string => `gone ${origin}`
  const made = editsBetween({ before, after, root, turns, lineage, whyGone, whyBody: 'body' })
  const applied = apply(before, { edits: made })
  expect(applied.ok && JSON.stringify(applied.value)).toBe(JSON.stringify(after))
  return made
}

/** An edit in short: its act, its place and its reason. */
function printed(all: readonly Edit[]): string[] {
  return all.map(({ do: deed, at, why }) => `${deed} ${at.join('.')} ${why}`)
}

describe('the edits between two lists of turns', () => {
  const other = { role: 'user', text: 'other' }
  const rows: readonly (readonly [string, Lineage, readonly string[]])[] = [
    ['nothing happened', sameLineage(turns), []],
    ['the first went', madeOf([b, 1], [c, 2], [d, 3]), ['remove 0 gone 0']],
    ['one between went', madeOf([a, 0], [c, 2], [d, 3]), ['remove 1 gone 1']],
    ['the last two went', madeOf([a, 0], [b, 1]), ['remove 2 gone 2', 'remove 3 gone 3']],
    ['all went', madeOf(), ['remove 0 gone 0', 'remove 1 gone 1', 'remove 2 gone 2', 'remove 3 gone 3']],
    ['one came first', madeOf([other, -1, 'new'], [a, 0], [b, 1], [c, 2], [d, 3]), ['insert 0 new']],
    [
      'one came after the first',
      madeOf([a, 0], [other, -1, 'new'], [b, 1], [c, 2], [d, 3]),
      ['insert 1 new'],
    ],
    ['one came last', madeOf([a, 0], [b, 1], [c, 2], [d, 3], [other, -1, 'new']), ['insert 4 new']],
    ['the first changed', madeOf([other, 0, 'less'], [b, 1], [c, 2], [d, 3]), ['replace 0.text less']],
    ['one changed', madeOf([a, 0], [other, 1, 'less'], [c, 2], [d, 3]), ['replace 1.text less']],
    ['nobody says why', madeOf([a, 0], [other, 1], [c, 2], [d, 3]), ['replace 1.text ']],
    [
      'one came in the place of two',
      madeOf([a, 0], [other, -1, 'summary'], [d, 3]),
      ['insert 1 summary', 'remove 1 gone 1', 'remove 2 gone 2'],
    ],
    [
      'all of it at once',
      madeOf([other, -1, 'new'], [turnNamed('B'), 1, 'less'], [d, 3], [c, -1, 'again']),
      ['insert 0 new', 'remove 0 gone 0', 'replace 1.text less', 'remove 2 gone 2', 'insert 4 again'],
    ],
  ]

  test.each(rows)('%s', (_, lineage, wanted) => {
    expect(printed(edits(turns, lineage.raws, [], lineage))).toEqual(wanted)
    const inBody = wanted.map((line) => line.replace(/ (?=\d)/, ' body.turns.'))
    const before = { model: 'm', body: { turns, tools: [] } }
    const after = { model: 'm', body: { turns: lineage.raws, tools: [] } }
    expect(printed(edits(before, after, ['body', 'turns'], lineage))).toEqual(inBody)
  })
})

describe('the edits between two bodies', () => {
  const root = ['body', 'turns']
  const same = sameLineage(turns)
  const shorter = madeOf([a, 0], [b, 1], [d, 3])

  test('where only what stands around the turns is other, they are not touched', () => {
    const before = { model: 'm', body: { turns }, limit: 1 }
    const after = { model: 'n', body: { turns } }
    expect(printed(edits(before, after, root, same))).toEqual(['unset limit body', 'replace model body'])
  })

  test('where both are other, edits stand in the order of the document', () => {
    const before = { model: 'm', body: { turns, about: 1 }, also: 1 }
    const after = { model: 'n', body: { turns: shorter.raws, about: 2 }, also: 2 }
    expect(printed(edits(before, after, root, shorter))).toEqual([
      'replace also body',
      'replace body.about body',
      'remove body.turns.2 gone 2',
      'replace model body',
    ])
  })

  test.each<[string, unknown, unknown]>([
    ['a body whose members changed places', { model: 'm', body: { turns } }, { body: { turns }, model: 'n' }],
    ['what holds the turns changed inside', { body: { turns, n: 1 } }, { body: { n: 2, turns } }],
  ])('%s is written anew', (_, before, after) => {
    expect(edits(before, after, root, same)).toEqual([
      { do: 'replace', at: [], from: before, value: after, why: 'body' },
    ])
  })
})

describe('a document with other turns', () => {
  test.each<[string, unknown, Place, unknown]>([
    ['that is the list', [a], [], turns],
    ['that holds it', { model: 'm', turns: [a] }, ['turns'], { model: 'm', turns }],
    ['that holds it farther in', { body: { turns: [] }, n: 1 }, ['body', 'turns'], { body: { turns }, n: 1 }],
    ['that is no object', 'text', ['turns'], 'text'],
    ['that holds something else there', { body: [a] }, ['body', 'turns'], { body: [a] }],
  ])('%s', (_, document, root, wanted) => {
    expect(withTurns(document, root, turns)).toEqual(wanted)
  })
})

describe('where turns came from, after edits', () => {
  const given = madeOf([a, 3], [b, -1, 'new'], [c, 5, 'less'])
  const insert = (at: Place, why = 'put'): Edit => ({ do: 'insert', at, value: d, beside: '', why })
  const remove = (at: Place): Edit => ({ do: 'remove', at, value: a, beside: '', why: 'cut' })
  const replace = (at: Place): Edit => ({ do: 'replace', at, from: 1, value: 2, why: 'mend' })
  const rows: readonly (readonly [string, readonly Edit[], readonly number[], Record<number, string>])[] = [
    ['one put first', [insert([0])], [-1, 3, -1, 5], { 0: 'put', 2: 'new', 3: 'less' }],
    [
      'two put last',
      [insert([3]), insert([3], 'too')],
      [3, -1, 5, -1, -1],
      { 1: 'new', 2: 'less', 3: 'put', 4: 'too' },
    ],
    ['the first taken out', [remove([0])], [-1, 5], { 0: 'new', 1: 'less' }],
    ['the last taken out', [remove([2])], [3, -1], { 1: 'new' }],
    ['one in the place of another', [insert([1]), remove([1])], [3, -1, 5], { 1: 'put', 2: 'less' }],
    ['one mended inside', [replace([0, 'text'])], [3, -1, 5], { 0: 'mend', 1: 'new', 2: 'less' }],
    ['one with a part put in', [insert([2, 'parts', 0])], [3, -1, 5], { 1: 'new', 2: 'put' }],
    ['one with a part taken out', [remove([0, 'parts', 0])], [3, -1, 5], { 0: 'cut', 1: 'new', 2: 'less' }],
    ['one replaced', [replace([2])], [3, -1, 5], { 1: 'new', 2: 'mend' }],
  ]

  test.each(rows)('%s', (_, made, origins, whys) => {
    const after = [d]
    const wanted = {
      raws: after,
      origins,
      whys: new Map(Object.entries(whys).map(([at, why]) => [Number(at), why])),
    }
    expect(lineageAfter(made, [], given, after)).toEqual(wanted)
    const inside = made.map((edit) => ({ ...edit, at: ['body', 'turns', ...edit.at] }))
    const around = [replace(['also']), replace(['body', 'about']), replace(['body', 'more', 1]), ...inside]
    expect(lineageAfter(around, ['body', 'turns'], given, after)).toEqual(wanted)
  })

  test('without edits it is the same', () => {
    expect(lineageAfter([], [], given, given.raws)).toBe(given)
  })
})
