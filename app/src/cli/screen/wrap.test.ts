import { expect, test } from 'vitest'
import { painted, withoutCues } from './cues.ts'
import { paragraph, pasted, setLine, widthOf } from './wrap.ts'

const words = (count: number): string => 'word '.repeat(count).trim()

test.each<[string, string, number, readonly string[]]>([
  ['a line that fits', 'a b c', 5, ['a b c']],
  ['without a sign', 'aaaa bbbb cccc', 10, ['aaaa bbbb', '  cccc']],
  ['behind its sign', '✖ aaaa bbbb cccc', 12, ['✖ aaaa bbbb', '  cccc']],
  ['further in', '    aaaa bbbb cccc', 14, ['    aaaa bbbb', '      cccc']],
  ['under its first word', paragraph('says: ', 'aa bb cc dd'), 12, ['says: aa bb', '      cc dd']],
  ['a word that is too long stays whole', 'a abcdefgh b', 4, ['a', '  abcdefgh', '  b']],
  ['letters of two columns', '榫卯 榫卯 榫卯', 9, ['榫卯 榫卯', '  榫卯']],
  ['painted, a line is as wide as it looks', painted('red', 'aaa bbb'), 7, ['aaa bbb']],
  ['painted, spaces at the start stay', painted('dim', '  aaa bbb'), 6, ['  aaa', '  bbb']],
  ['in a pipe', words(90), Number.POSITIVE_INFINITY, [words(90)]],
])('%s', (_, line, width, lines) => {
  expect(setLine(line, width).map(withoutCues)).toEqual(lines)
})

test('a command goes on behind a backslash, and never inside of a word', () => {
  const lines = setLine(pasted('  fix: ', "npx mortise repair 'a b  c' --home '/x y/'\\''z'"), 30)
  expect(lines).toEqual(['  fix: npx mortise repair \\', "      'a b  c' --home \\", "      '/x y/'\\''z'"])
})

test.each([80, 120, 200])('no line is wider than %i columns, and none breaks a word', (width) => {
  const lines = setLine(`✖ ${words(200)}`, width)
  expect(lines.every((line) => widthOf(line) <= width && /^(?:✖| ) (?:word ?)+$/.test(line))).toBe(true)
  expect(lines.length).toBe(Math.ceil(200 / Math.floor((width - 1) / 5)))
})
