import { expect, test } from 'vitest'
import { ageWords, readCount, readSize, readSpan, sizeWords } from './amounts.ts'

test.each([
  ['90m', 5_400_000],
  ['12h', 43_200_000],
  ['7d', 604_800_000],
  ['1.5W', 907_200_000],
])('a length of time: %s', (text, milliseconds) => {
  expect(readSpan(text, 'since')).toBe(milliseconds)
})

test.each(['', '7', 'd', '7 d', '-1d', '7y'])('no length of time: `%s`', (text) => {
  expect(() => readSpan(text, 'since')).toThrow(/^`--since` takes a length of time such as/)
})

test.each([
  ['2GB', 2e9],
  ['500mb', 5e8],
  ['1.5kb', 1500],
  ['12', 12],
])('a size: %s', (text, bytes) => {
  expect(readSize(text, 'max')).toBe(bytes)
})

test.each(['', 'GB', '2 GB', '2PB', '-1'])('no size: `%s`', (text) => {
  expect(() => readSize(text, 'max')).toThrow(/^`--max` takes a size such as/)
})

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 KB'],
  [99_449, '99.4 KB'],
  [123_456, '123 KB'],
  [999_600, '1.0 MB'],
  [1.9e9, '1.9 GB'],
])('%d bytes', (bytes, words) => {
  expect(sizeWords(bytes)).toBe(words)
})

test.each([
  [-5, 'just now'],
  [59_999, 'just now'],
  [60_000, '1 minute ago'],
  [7_200_000, '2 hours ago'],
  [86_400_000 * 40, '1 month ago'],
  [86_400_000 * 800, '2 years ago'],
])('%d milliseconds ago', (milliseconds, words) => {
  expect(ageWords(milliseconds)).toBe(words)
})

test.each([
  ['100000', 100_000],
  ['100k', 100_000],
  ['1.5M', 1_500_000],
  ['0', 0],
  ['1.0001k', undefined],
  ['100kb', undefined],
  ['-1', undefined],
  ['', undefined],
])('%s is a number: %s', (text, number) => {
  expect(readCount(text)).toBe(number)
})

test('a size needs no letter for bytes', () => {
  expect([readSize('100k', 'max'), readSize('2G', 'max'), readSize('7', 'max')]).toEqual([100_000, 2e9, 7])
})
