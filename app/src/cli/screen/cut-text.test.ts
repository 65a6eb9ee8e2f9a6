import { expect, test } from 'vitest'
import { cutPath, cutText } from './cut-text.ts'

test.each([
  ['short', 5, 'short'],
  ['longer', 5, 'longe…'],
  ['a😀😀', 2, 'a…'],
  ['a😀😀', 3, 'a😀…'],
  ['😀', 2, '😀'],
  ['e\u0301e\u0301', 3, 'e\u0301…'],
  ['👩‍💻👩‍💻', 7, '👩‍💻…'],
])('of %s at most %i', (text, length, cut) => {
  expect(cutText(text, length, '…')).toBe(cut)
})

test.each([
  ['/short', 10, '/short'],
  ['/home/someone/very/long/path/app', 16, '/home…/path/app'],
])('of the path %s at most %i', (path, length, cut) => {
  expect(cutPath(path, length, '…')).toHaveLength(Math.min(path.length, length))
  expect(cutPath(path, length, '…').startsWith('/')).toBe(true)
  expect(cutPath(path, length, '…').endsWith(cut.slice(-4))).toBe(true)
})

test.each([
  ['/home/someone/00000000-1111-4111-8111-111111111111.jsonl', 16, '…/00000000-…sonl'],
  ['/home/someone/tasks/1700000000011', 14, '…/17000000…011'],
  ['C:\\Users\\someone\\tasks\\1700000000011', 14, '…/17000000…011'],
])('of the path %s with a long name at most %i', (path, length, cut) => {
  expect(cutPath(path, length, '…')).toBe(cut)
})
