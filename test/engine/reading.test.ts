import { expect, test } from 'vitest'
import { readAll, readRanges } from '../../core/src/engine/reading.ts'
import { openaiChat } from '../../core/src/formats/openai-chat/index.ts'
import type { TurnRange } from '../../core/src/model/format.ts'

const messages = ['a', 'b', 'c', 'd'].map((content) => ({ role: 'user', content }))
const odd = [...messages.slice(0, 2), 7, messages[3]]

test('all turns of a document are read, with their places', () => {
  const { turns, root, unreadable, isPartial } = readAll({ messages: odd }, openaiChat)
  expect(turns.map(({ index, raw }) => [index, raw])).toEqual(odd.map((raw, index) => [index, raw]))
  expect(root).toEqual(['messages'])
  expect(unreadable.map(({ at }) => at)).toEqual([['messages', 2]])
  expect(isPartial).toBe(false)
})

test.each([{}, { messages: 'a' }, null, 7])('%j has no turns, and that cannot be read', (document) => {
  expect(readAll(document, openaiChat)).toMatchObject({
    turns: [],
    unreadable: [{ at: [], wanted: 'a list of messages' }],
  })
  expect(readRanges(document, openaiChat, [])).toMatchObject({ turns: [], unreadable: [] })
})

test.each<[string, readonly (readonly [number, number])[], readonly number[], boolean]>([
  ['all', [[0, 4]], [0, 1, 2, 3], false],
  ['without the first', [[1, 4]], [1, 2, 3], true],
  ['without the last', [[0, 3]], [0, 1, 2], true],
  [
    'two ranges',
    [
      [0, 1],
      [2, 4],
    ],
    [0, 2, 3],
    true,
  ],
  [
    'two ranges with nothing between',
    [
      [0, 2],
      [2, 4],
    ],
    [0, 1, 2, 3],
    true,
  ],
  ['none', [], [], true],
])('the turns of some ranges are read: %s', (_, pairs, wanted, isPart) => {
  const ranges: TurnRange[] = pairs.map(([start, end]) => ({ start, end }))
  const { turns, unreadable, isPartial } = readRanges(odd, openaiChat, ranges)
  expect(turns.map(({ index, raw }) => [index, raw])).toEqual(wanted.map((index) => [index, odd[index]]))
  expect(unreadable.map(({ at }) => at)).toEqual(wanted.includes(2) ? [[2]] : [])
  expect(isPartial).toBe(isPart)
})
