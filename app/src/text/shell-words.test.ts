import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { isPrintable } from './printable.ts'
import { isArgument, option, quote, quoteFile, quoteForWindows } from './shell-words.ts'

test.each([
  ['a.json', 'a.json'],
  ['my file', "'my file'"],
  ["it's", "'it'\\''s'"],
  ['--api', '--api'],
  ['', "''"],
  ['=ls', "'=ls'"],
  ['$(touch x)', "'$(touch x)'"],
  ['a;b', "'a;b'"],
  ['a\u001b]0;x\u0007', "$'a\\033]0;x\\007'"],
  ["it's\n!", "$'it\\047s\\012\\041'"],
  ['\u202eabc\u009b', "$'\\342\\200\\256abc\\302\\233'"],
  ['榫卯 é', "'榫卯 é'"],
])('%j is written as %s', (word, written) => {
  expect(quote(word)).toBe(written)
})

const words = [
  '',
  ' ',
  "'",
  "''",
  '$HOME',
  '`id`',
  '$(id)',
  'a && b | c > d < e; f & g',
  '*?[a]{b,c}~',
  '#no comment',
  '\\n \\',
  '!!',
  '"double"',
  '\u001b[31m\u0007\t\n\r\u007f',
  "\u001b'\\'$x",
  '\u0085\u009b\u202e\u2066\u200b\ufeff\u{e0041}',
  '榫卯 é 😀 ﷺ',
  "$'\\x41'",
  '-n',
  '=ls',
]

test.each(words)('a shell reads %j back as it was, and a terminal shows the quoted word as it is', (word) => {
  const { stdout } = spawnSync('bash', ['-c', `printf '%s\\0' ${quote(word)} ${quote(word)}`])
  expect(stdout.toString()).toBe(`${word}\0${word}\0`)
  expect(isPrintable(quote(word))).toBe(true)
})

test('a name that looks like an option is a name', () => {
  expect(['-x.json', '-', '- x'].map(quoteFile)).toEqual(['./-x.json', '-', "'./- x'"])
  expect(option('--home', '/my home')).toBe("--home '/my home'")
  expect(option('--resume', '-x y')).toBe("'--resume=-x y'")
})

test('no program can be given a NUL or half a character', () => {
  expect(['a', '\u001b', 'a\0b', 'a\ud800'].map(isArgument)).toEqual([true, true, false, false])
})

test.each([
  ['C:\\x\\y.json', 'C:\\x\\y.json'],
  ['C:\\my files', '"C:\\my files"'],
  ["$(calc) it's", "'$(calc) it''s'"],
])('on Windows %s is written as %s', (word, written) => {
  expect(quoteForWindows(word)).toBe(written)
})
