import type { Splice } from '@mortise/core'
import { expect, test } from 'vitest'
import { piecesOf } from './bytes.ts'

const original = Buffer.from('abcdef')
const splice = (start: number, end: number, text: string): Splice => ({
  start,
  end,
  insert: Buffer.from(text),
})

const rows: readonly [string, readonly Splice[], string][] = [
  ['none', [], 'abcdef'],
  ['put in', [splice(0, 0, 'X'), splice(6, 6, 'Y')], 'XabcdefY'],
  ['taken out', [splice(1, 3, '')], 'adef'],
  ['side by side', [splice(1, 2, 'X'), splice(2, 2, 'Y'), splice(2, 3, 'Z')], 'aXYZdef'],
  ['all', [splice(0, 6, '')], ''],
]

test.each(rows)('splices: %s', (_, splices, text) => {
  expect(Buffer.concat(piecesOf(original, { splices })).toString()).toBe(text)
})

test.each([
  ['out of order', [splice(3, 4, ''), splice(1, 2, '')]],
  ['over each other', [splice(1, 3, ''), splice(2, 4, '')]],
  ['beyond the end', [splice(5, 7, '')]],
])('splices %s are a bug', (_, splices) => {
  expect(() => piecesOf(original, { splices })).toThrow(RangeError)
})
