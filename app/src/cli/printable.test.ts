import { expect, test } from 'vitest'
import { count, printable } from './printable.ts'

test('writes out what would move the cursor or turn the line', () => {
  expect(printable('a\u001b[31mb\nc\u202ed\u009b')).toBe('a\\u001b[31mb\\u000ac\\u202ed\\u009b')
  expect(printable('榫卯 é 😀')).toBe('榫卯 é 😀')
})

test('counts', () => {
  expect([count(1, 'turn'), count(2, 'turn'), count(0, 'piece', 'pieces')]).toEqual([
    '1 turn',
    '2 turns',
    '0 pieces',
  ])
})
