import { estimateTokens } from '@mortise/core'
import { describe, expect, test } from 'vitest'
import { samples } from './texts.ts'

describe('the estimate is never more than 5 % below the true count', () => {
  test.each(samples.map(({ kind, text, tokens }) => [kind, text, tokens] as const))(
    '%s',
    (_, text, tokens) => {
      const ratio = estimateTokens(text) / tokens
      expect(ratio).toBeGreaterThanOrEqual(0.95)
      expect(ratio, 'nor is it far above').toBeLessThanOrEqual(1.5)
    },
  )
})

test.each<[string, string, number]>([
  ['nothing', '', 0],
  ['a word', 'word', 2],
  ['half a character', '\ud83d', 3],
])('%s', (_, text, tokens) => {
  expect(estimateTokens(text)).toBe(tokens)
})

test('a long run costs no more than its length', { timeout: 60_000 }, () => {
  expect(estimateTokens('a'.repeat(5_000_000))).toBeGreaterThan(1_000_000)
  expect(estimateTokens('='.repeat(5_000_000))).toBeLessThan(300_000)
  expect(estimateTokens(' '.repeat(5_000_000))).toBeLessThan(300_000)
})
