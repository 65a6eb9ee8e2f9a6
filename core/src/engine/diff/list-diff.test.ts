import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Edit } from '../../model/edit.ts'
import { fingerprintOf } from '../../model/fingerprint.ts'
import { applyEdits } from './apply.ts'
import { sortEdits } from './invert.ts'
import { diffList, type ListWriting } from './list-diff.ts'

/** An element of the list to be: a position of the old list, or a value that is new to it. */
type Element = number | string

const writing: ListWriting<Element> = {
  originOf: (element) => (typeof element === 'number' ? element : -1),
  nearOf: () => -1,
  whyOf: () => 'moved',
  valueOf: (element) => (typeof element === 'number' ? valueAt(element) : element),
  isChanged: () => false,
  editsIn: () => [],
}

const valueAt = (position: number): string => `old ${position}`
const listOf = (length: number): string[] => Array.from({ length }, (_, position) => valueAt(position))

function editsFor(before: readonly unknown[], after: readonly Element[]): Edit[] {
  return diffList([], before, after, writing, () => 'gone')
}

const short = (edits: readonly Edit[]): string[] => edits.map((edit) => `${edit.do} ${edit.at.join('.')}`)

describe('a list made of three', () => {
  test.each<[string, Element[], string[]]>([
    ['stays', [0, 1, 2], []],
    ['loses one', [0, 2], ['remove 1']],
    ['loses all', [], ['remove 0', 'remove 1', 'remove 2']],
    ['gets one at the head', ['new', 0, 1, 2], ['insert 0']],
    ['gets one at the end', [0, 1, 2, 'new'], ['insert 3']],
    ['gets two in the middle', [0, 'new', 'newer', 1, 2], ['insert 1', 'insert 1']],
    ['has its last moved to the head', [2, 0, 1], ['insert 0', 'remove 2']],
    ['has its first moved to the end', [1, 2, 0], ['remove 0', 'insert 3']],
    ['has one changed for another', [0, 'new', 2], ['insert 1', 'remove 1']],
  ])('%s', (_, after, expected) => {
    expect(short(editsFor(listOf(3), after))).toEqual(expected)
  })
})

test('an element that stays gives the edits inside it, at its old place', () => {
  const inside: Edit = { do: 'set', at: [1, 'a'], value: 1, index: 0, why: '' }
  const changing: ListWriting<Element> = {
    ...writing,
    isChanged: (element) => element === 1,
    editsIn: (_, at) => [{ ...inside, at: [...at, 'a'] }],
  }
  expect(diffList([], listOf(2), [1], changing, () => 'gone')).toEqual([
    { do: 'remove', at: [0], value: 'old 0', beside: fingerprintOf(valueAt(1)), why: 'gone' },
    inside,
  ])
})

test('elements at positions that are not known stay, and what is new stands beside what it was put beside', () => {
  const before = listOf(10)
  const placing: ListWriting<Element> = { ...writing, nearOf: (element) => Number(String(element).at(-1)) }
  const edits = diffList([], before, [1, 'after 1', 'before 7', 7], placing, () => 'gone', [1, 7])
  expect(applyEdits(before, sortEdits(edits))).toEqual([
    ...before.slice(0, 2),
    'after 1',
    ...before.slice(2, 7),
    'before 7',
    ...before.slice(7),
  ])
})

describe('any list made of any other', () => {
  const change = fc.integer({ min: 0, max: 7 }).chain((length) =>
    fc.record({
      length: fc.constant(length),
      after: fc.shuffledSubarray([...listOf(length).keys(), 'new', 'newer', 'newest']),
    }),
  )

  test('is what the edits make', () => {
    fc.assert(
      fc.property(change, ({ length, after }) => {
        const edits = sortEdits(editsFor(listOf(length), after))
        expect(applyEdits(listOf(length), edits)).toEqual(after.map(writing.valueOf))
      }),
    )
  })

  test('moves as few as can be', () => {
    fc.assert(
      fc.property(change, ({ length, after }) => {
        const origins = after.filter((item) => typeof item === 'number')
        const removed = editsFor(listOf(length), after).filter((edit) => edit.do === 'remove')
        expect(removed.length).toBe(length - longestRising(origins))
      }),
    )
  })
})

/** By trying every choice of elements. */
function longestRising(numbers: readonly number[]): number {
  let longest = 0
  for (let choice = 0; choice < 2 ** numbers.length; choice++) {
    const chosen = numbers.filter((_, index) => (choice >> index) & 1)
    const isRising = chosen.every((number, index) => index === 0 || number > (chosen[index - 1] ?? 0))
    if (isRising) longest = Math.max(longest, chosen.length)
  }
  return longest
}
