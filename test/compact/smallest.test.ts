import { compact, repair } from '@mortise/core'
import { expect, test } from 'vitest'
import { nothingIsSmaller } from './smallest.ts'

test('what does not fit is the smallest of all that can be chosen', { timeout: 600_000 }, async () => {
  await nothingIsSmaller(150)
})

test('what a merge writes is reckoned with: a short turn between costs less than a blank line', () => {
  const [first, last] = [
    { role: 'user', content: 'first' },
    { role: 'user', content: 'last' },
  ]
  const short = { role: 'assistant', content: 'k' }
  const long = [
    { role: 'assistant', content: 'said at length' },
    { role: 'user', content: 'and so on' },
  ]
  const wish = { api: 'everywhere', countTokens: (text: string) => text.length } as const
  const sizeOf = (given: readonly unknown[]): number =>
    compact(given, { ...wish, budget: 1e9 }).report.before.tokens
  expect(sizeOf(repair([first, last], wish).document)).toBeGreaterThan(sizeOf([first, short, last]))
  const given = [first, ...long, short, last]
  const { document, report } = compact(given, { ...wish, budget: 0, stages: ['drop'], pin: [0] })
  expect([document, report.smallest]).toEqual([[first, short, last], sizeOf([first, short, last])])
})

test('what can neither be hidden nor dropped as it stands is dropped and mended', () => {
  const messages = [
    { role: 'user', content: 'go' },
    { role: 'assistant', content: 'yes' },
    { role: 'user', content: 'on' },
    {
      role: 'assistant',
      content: '',
      tool_calls: [{ id: 'm0000007z', type: 'function', function: { name: 'run', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'm0000007z', content: 'done' },
    { role: 'assistant', content: 'so' },
    { role: 'user', content: 'last' },
  ]
  const wish = { api: 'everywhere', budget: 0, countTokens: () => 1, pin: [0, 1, 3] } as const
  const smallest = (stages: readonly ('hide' | 'drop')[]): number | undefined =>
    compact(messages, { ...wish, stages }).report.smallest
  expect([smallest(['hide', 'drop']), smallest(['drop']), smallest(['hide'])]).toEqual([5, 5, 7])
})
