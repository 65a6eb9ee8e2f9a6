import { repair } from '@mortise/core'
import { describe, expect, test } from 'vitest'

// What takes a step for every pair of parts would not end, and what hands all of them to one call overruns the stack.
const count = 130_000

const numbers = Array.from({ length: count }, (_, number) => number)
const call = (number: number): unknown => ({
  type: 'tool_use',
  id: `toolu_${number}`,
  name: 'Read',
  input: {},
})
const result = (number: number): unknown => ({
  type: 'tool_result',
  tool_use_id: `toolu_${number}`,
  content: 'Done.',
})
const words = { type: 'text', text: 'Well.' }
const silence = { type: 'text', text: '' }

describe('a turn may have any number of parts', () => {
  test.each([
    ['texts that are empty', [], [words, ...numbers.map(() => silence)]],
    ['words before each result', numbers.map(call), numbers.flatMap((number) => [words, result(number)])],
    ['words before each call', numbers.flatMap((number) => [words, call(number)]), numbers.map(result)],
  ])('%s', { timeout: 120_000 }, (_, calls, content) => {
    const messages = [
      { role: 'user', content: 'Begin.' },
      { role: 'assistant', content: [words, ...calls] },
      { role: 'user', content },
    ]
    const document = { model: 'claude-sonnet-4-5', max_tokens: 1000, messages }
    const { plan, left } = repair(document, { api: 'anthropic' }).report
    expect(plan.edits.length).toBeGreaterThanOrEqual(count)
    expect(left).toEqual([])
  })
})
