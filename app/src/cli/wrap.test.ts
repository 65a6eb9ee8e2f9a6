import { expect, test } from 'vitest'
import { paragraph, wrap } from './wrap.ts'

test.each<[string, number, readonly string[]]>([
  ['', 5, ['']],
  ['a b c', 5, ['a b c']],
  ['a b c', 4, ['a b', 'c']],
  ['abc def', 3, ['abc', 'def']],
  ['a abcdefgh b', 4, ['a', 'abcd', 'efgh', 'b']],
  ['abcdef', Number.POSITIVE_INFINITY, ['abcdef']],
])('%j in %d letters', (text, width, lines) => {
  expect(wrap(text, width)).toEqual(lines)
})

test('a paragraph goes on under its first word', () => {
  const lines = paragraph('says: ', 'word '.repeat(30).trim())
  expect(lines).toHaveLength(2)
  expect(lines.every((line) => line.length <= 80)).toBe(true)
  expect(lines[1]).toMatch(/^ {6}word/)
})
