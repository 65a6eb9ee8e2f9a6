import { expect, test } from 'vitest'
import { cutText } from './cut-text.ts'

test.each([
  ['short', 5, 'short'],
  ['longer', 5, 'longe…'],
  ['a😀😀', 2, 'a…'],
  ['a😀😀', 3, 'a😀…'],
  ['😀', 2, '😀'],
])('of %s at most %i', (text, length, cut) => {
  expect(cutText(text, length, '…')).toBe(cut)
})
