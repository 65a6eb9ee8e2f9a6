import { expect, test } from 'vitest'
import { matches } from './matches.ts'

test.each([
  ['a', 'a', true],
  ['a', 'ab', false],
  ['*', '', true],
  ['*', 'a\nb', true],
  ['claude-*', 'claude-sonnet', true],
  ['claude-*', 'xclaude-', false],
  ['*-mini', 'gpt-mini', true],
  ['a*a', 'a', false],
  ['a*a', 'aa', true],
  ['a*b*c', 'abbc', true],
  ['a*b*c', 'acb', false],
  ['a*bc*c', 'abc', false],
  ['*a*a*', 'xay', false],
  ['a.c*', 'abc', false],
  ['a**b', 'ab', true],
  ['[x]*', '[x]y', true],
])('%s and %j: %s', (pattern, name, isMatch) => {
  expect(matches(pattern, name)).toBe(isMatch)
})
