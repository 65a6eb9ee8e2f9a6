import { expect, test } from 'vitest'
import { isPrintable, printable, printableJson } from './printable.ts'

test.each([
  ['a\u001b[31mb\nc\u202ed\u009b', 'a\\u001b[31mb\\u000ac\\u202ed\\u009b'],
  ['\u007f\u0000\u2028\u061c\u200b\ufeff', '\\u007f\\u0000\\u2028\\u061c\\u200b\\ufeff'],
  ['\u{e0041}', '\\udb40\\udc41'],
  ['榫卯 é 😀 👩‍💻', '榫卯 é 😀 👩‍💻'],
])('%j is shown as %s', (text, shown) => {
  expect(printable(text)).toBe(shown)
  expect(isPrintable(shown)).toBe(true)
  expect(isPrintable(text)).toBe(text === shown)
})

test('JSON stays the same JSON', () => {
  const value = { 'a\u009b': ['\u202e\u007f\u{e0041}', '\u001b\n'] }
  const text = printableJson(JSON.stringify(value, null, 2))
  expect(JSON.parse(text)).toEqual(value)
  expect(text).toContain('\n')
  expect(isPrintable(text.replaceAll('\n', ''))).toBe(true)
})
