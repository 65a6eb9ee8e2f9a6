import { expect, test } from 'vitest'
import { diffValues } from './value-diff.ts'

const mark = { mark: true }
const text = (words: string): object => ({ words })
const [one, two, three] = [text('one'), text('two'), text('three')]

test.each([
  ['the first of three', [one, two, mark, three, mark], [1]],
  ['the second', [one, mark, two, three, mark], [3]],
  ['the last', [one, mark, two, mark, three], [5]],
  ['all', [one, two, three], [1, 3, 5]],
])('an object that stands in a list several times goes alone: %s', (_, after, gone) => {
  const before = [one, mark, two, mark, three, mark]
  const edits = diffValues(before, after, 'why', [], new Map())
  expect(edits.map(({ do: kind, at }) => [kind, ...at])).toEqual(gone.map((index) => ['remove', index]))
})
