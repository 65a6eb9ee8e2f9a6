import { expect, test } from 'vitest'
import { LineList } from './line-list.ts'

test('lines are where they were put, over many blocks and beyond 32 bits', () => {
  const lines = new LineList()
  const rows = Array.from({ length: 10_000 }, (_, row) => [row * 2, row * 1e6, row * 1e6 + 7] as const)
  for (const row of rows) lines.add(...row)
  expect(lines.count).toBe(rows.length)
  expect(rows.map((_, index) => lines.at(index))).toEqual(rows)
})
