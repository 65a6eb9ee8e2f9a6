import { expect, test } from 'vitest'
import { count } from './printable.ts'

test('counts', () => {
  expect([count(1, 'turn'), count(2, 'turn'), count(0, 'piece', 'pieces')]).toEqual([
    '1 turn',
    '2 turns',
    '0 pieces',
  ])
})
