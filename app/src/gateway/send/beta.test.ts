import { expect, test } from 'vitest'
import { withBetas } from './beta.ts'

const beta = 'thinking-binding-controls-2026-08-01'

test.each<[string, string[], string[]]>([
  ['no betas', ['accept', '*/*'], ['accept', '*/*', 'anthropic-beta', beta]],
  ['one beta', ['Anthropic-Beta', 'one', 'x', 'y'], ['Anthropic-Beta', `one,${beta}`, 'x', 'y']],
  ['a list', ['anthropic-beta', 'one, two'], ['anthropic-beta', `one, two,${beta}`]],
  [
    'two lines',
    ['anthropic-beta', 'one', 'anthropic-beta', 'two'],
    ['anthropic-beta', 'one', 'anthropic-beta', `two,${beta}`],
  ],
  ['an empty line', ['anthropic-beta', ' '], ['anthropic-beta', beta]],
  ['the beta itself', ['anthropic-beta', `${beta} ,one`], ['anthropic-beta', `${beta} ,one`]],
  [
    'a value that looks like the name',
    ['x', 'anthropic-beta'],
    ['x', 'anthropic-beta', 'anthropic-beta', beta],
  ],
])('%s: the beta stands beside them', (_, before, after) => {
  expect(withBetas(before, [beta])).toEqual(after)
})

test('several betas stand in their order, each once', () => {
  const headers = ['anthropic-beta', 'two']
  expect(withBetas(headers, ['one', 'two', 'three'])).toEqual(['anthropic-beta', 'two,one,three'])
  expect(withBetas(headers, [])).toBe(headers)
})
