import { formats } from '@mortise/core'
import { expect, test } from 'vitest'
import { turnLines } from './turn-lines.ts'

const [responses] = formats.filter(({ name }) => name === 'openai-responses')
const call = { type: 'function_call', name: 'ls', arguments: '{}' }
const output = { type: 'function_call_output', output: 'a.txt' }

test.each([
  [
    'a call and its result',
    [
      { ...call, call_id: 'c1' },
      { ...output, call_id: 'c1' },
    ],
    ['calls ls: {} (`c1`)', 'result of `c1`: a.txt'],
  ],
  ['neither with an id', [call, output], ['calls ls: {} (no id)', 'result without an id: a.txt']],
])('%s in plain words', (_, input, words) => {
  if (responses === undefined) throw new Error('The format is gone.')
  expect(turnLines({ model: 'gpt-5', input }, responses).map((line) => line.slice(7))).toEqual(words)
})
