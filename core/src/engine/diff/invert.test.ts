import { describe, expect, test } from 'vitest'
import type { Edit } from '../../model/edit.ts'
import { fingerprintOf } from '../../model/fingerprint.ts'
import type { Place } from '../../model/place.ts'
import { applyEdits } from './apply.ts'
import { invert, sortEdits } from './invert.ts'

const document = { list: ['a', 'b', 'c', 'd'], more: [['x', 'y'], { inner: ['p', 'q'], name: 'n' }], last: 1 }

const insert = (at: Place, value: unknown, beside: unknown): Edit => ({
  do: 'insert',
  at,
  value,
  beside: fingerprintOf(beside),
  why: 'put',
})
const remove = (at: Place, value: unknown, beside: unknown): Edit => ({
  do: 'remove',
  at,
  value,
  beside: fingerprintOf(beside),
  why: 'cut',
})
const replace = (at: Place, from: unknown, value: unknown): Edit => ({
  do: 'replace',
  at,
  from,
  value,
  why: 'mend',
})

describe('the plan that undoes a plan', () => {
  const rows: readonly (readonly [string, readonly Edit[], readonly string[]])[] = [
    ['nothing', [], []],
    ['one put in', [insert(['list', 1], 'z', 'b')], ['remove list.1']],
    ['one taken out', [remove(['list', 1], 'b', 'c')], ['insert list.1']],
    ['one replaced', [replace(['list', 1], 'b', 'z')], ['replace list.1']],
    ['a member added', [{ do: 'set', at: ['new'], value: 1, index: 3, why: 'add' }], ['unset new']],
    ['a member taken away', [{ do: 'unset', at: ['last'], value: 1, index: 2, why: 'less' }], ['set last']],
    [
      'two put in at one place',
      [insert(['list', 1], 'y', 'b'), insert(['list', 1], 'z', 'b')],
      ['remove list.1', 'remove list.2'],
    ],
    [
      'what stands behind has moved',
      [
        insert(['list', 0], 'z', 'a'),
        remove(['list', 1], 'b', 'C'),
        replace(['list', 2], 'c', 'C'),
        remove(['list', 3], 'd', undefined),
      ],
      ['remove list.0', 'insert list.2', 'replace list.2', 'insert list.3'],
    ],
    [
      'each list by itself',
      [
        insert(['list', 0], 'z', 'a'),
        insert(['more', 0, 0], 'w', 'x'),
        replace(['more', 0, 1], 'y', 'Y'),
        replace(['more', 1, 'inner', 1], 'q', 'Q'),
      ],
      ['remove list.0', 'remove more.0.0', 'replace more.0.2', 'replace more.1.inner.1'],
    ],
    [
      'inside what has moved',
      [
        insert(['more', 0], 'w', ['x', 'y']),
        remove(['more', 0, 0], 'x', 'y'),
        replace(['more', 1, 'name'], 'n', 'N'),
      ],
      ['remove more.0', 'insert more.1.0', 'replace more.2.name'],
    ],
  ]

  test.each(rows)('%s', (_, edits, wanted) => {
    const undo = invert({ edits })
    expect(undo.edits.map(({ do: deed, at }) => `${deed} ${at.join('.')}`)).toEqual(wanted)
    expect(undo.edits.map(({ why }) => why).sort()).toEqual(edits.map(({ why }) => why).sort())
    const back = applyEdits(applyEdits(document, edits), undo.edits)
    expect(JSON.stringify(back)).toBe(JSON.stringify(document))
    expect(invert(undo).edits).toEqual(edits)
  })

  const deep = { a: [0, [0, 0, ['x']], ...Array.from({ length: 10 }, () => 0), ['y']] }

  test.each<[string, unknown, Place, Place]>([
    ['of a number and a name', { a: [{ '1': ['x'] }], a0: { '1': ['y'] } }, ['a', 0, '1', 0], ['a0', '1', 0]],
    ['of one name and of two', { a: { b: ['x'] }, 'a;b': ['y'] }, ['a', 'b', 0], ['a;b', 0]],
    ['of one number and of two', deep, ['a', 1, 2, 0], ['a', 12, 0]],
  ])('lists whose places are written alike are not taken for one: %s', (_, given, first, second) => {
    const edits = [insert(first, 'z', 'x'), replace(second, 'y', 'Y')]
    expect(invert({ edits }).edits.map(({ at }) => at)).toEqual([first, second])
    expect(applyEdits(applyEdits(given, edits), invert({ edits }).edits)).toEqual(given)
  })
})

test('edits are sorted by place; what is put in at a place comes before what happens there', () => {
  const sorted = [
    insert(['list', 1], 'y', 'b'),
    insert(['list', 1], 'z', 'b'),
    remove(['list', 1], 'b', 'c'),
    replace(['list', 2], 'c', 'C'),
    replace(['list', 10], 'j', 'J'),
    replace(['more', 0], 0, 1),
  ]
  const order = [4, 2, 0, 5, 1, 3]
  expect(sortEdits(order.map((index) => sorted[index] as Edit))).toEqual(sorted)
  const one = sorted.slice(0, 1)
  expect(sortEdits(one)).toEqual(one)
  expect(sortEdits(one)).not.toBe(one)
})
