import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { body } from '../../bench/corpus/bodies.js'
import { corpus } from '../../bench/corpus/files.js'
import { agrees, Pairing } from '../../bench/corpus/pairing.js'
import { SessionWriter } from '../../bench/corpus/session.js'
import { variants } from '../../bench/corpus/texts.js'
import { repair } from '../../core/src/index.ts'

const turns = 2000

describe.each(variants)('%s', (variant) => {
  const writer = new SessionWriter(variant, 7)
  const lines = Array.from({ length: turns }, () => writer.turn()).flat()
  const records = lines.map((line) => JSON.parse(line))

  test('holds what its maker says, counted by list', () => {
    const { calls, results } = idsOf(records)
    expect(writer.truth).toEqual({
      lines: lines.length,
      calls: calls.length,
      results: results.length,
      missing: calls.filter((id) => !results.includes(id)).length,
      orphan: results.filter((id) => !calls.includes(id)).length,
      duplicate: results.filter((id, index) => calls.includes(id) && results.indexOf(id) < index).length,
    })
    expect(new Set(calls).size).toBe(calls.length)
  })

  test('has every fault, in some two of a hundred turns', () => {
    const { missing, orphan, duplicate } = writer.truth
    expect(Math.min(missing, orphan, duplicate)).toBeGreaterThan(0)
    const share = (missing + orphan + duplicate) / turns
    expect(share).toBeGreaterThan(0.01)
    expect(share).toBeLessThan(0.03)
  })

  test('is paired by the count that the bench uses', () => {
    const pairing = new Pairing()
    for (const record of records) pairing.record(record)
    expect(agrees(pairing.tally(), writer.truth)).toBe(true)
    pairing.call('one more')
    expect(agrees(pairing.tally(), writer.truth)).toBe(false)
  })

  test('is the same again', () => {
    const again = new SessionWriter(variant, 7)
    expect(again.turn()).toEqual(lines.slice(0, again.truth.lines))
  })

  test('has each record after its parent, and decoys of calls', () => {
    for (const [index, record] of records.entries())
      if (record.parentUuid !== null) expect(record.parentUuid).toBe(records[index - 1]?.uuid)
    expect(lines.some((line) => line.includes('toolu_FAKE'))).toBe(true)
  })
})

test('only the mixed texts go beyond ASCII', () => {
  const wide = variants.filter((variant) => /[^\0-\x7f]/.test(linesOf(variant, 200).join('')))
  expect(wide).toEqual(['mixed'])
})

test('escapes are dense, frequent or rare', () => {
  const gaps = variants.map((variant) => {
    const text = linesOf(variant, 500).join('\n')
    return [variant, text.length / (text.match(/["\\]/g)?.length ?? 1)] as const
  })
  const gapOf = Object.fromEntries(gaps)
  expect(gapOf.dense).toBeLessThan(2)
  expect(gapOf.ascii).toBeGreaterThan(6)
  expect(gapOf.mixed).toBeGreaterThan(6)
  expect(gapOf.mixed).toBeLessThan(12)
  expect(gapOf.prose).toBeGreaterThan(30)
})

test('a corpus on disk is what its facts say, and is kept', () => {
  const made = corpus('mixed', 300_000)
  const bytes = readFileSync(made.path)
  expect(bytes.length).toBe(made.bytes)
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(made.hash)
  expect(bytes.toString().split('\n').length - 1).toBe(made.truth.lines)
  expect(corpus('mixed', 300_000)).toEqual(made)
})

test.each([
  ['anthropic', 11e3],
  ['anthropic', 0.5e6],
  ['openai', 11e3],
  ['openai', 0.5e6],
] as const)('a body for %s of %i bytes is sound', (api, size) => {
  const { bytes, messages } = body(api, size)
  const { report } = repair(JSON.parse(bytes.toString()), { api })
  expect(report.found).toEqual([])
  expect(bytes.length).toBeGreaterThan(size * 0.95)
  expect(bytes.length).toBeLessThan(size * 1.5)
  if (size === 11e3) expect(Math.abs(messages - 7)).toBeLessThan(4)
})

function linesOf(variant: (typeof variants)[number], count: number): string[] {
  const writer = new SessionWriter(variant, 11)
  return Array.from({ length: count }, () => writer.turn()).flat()
}

/** The ids of calls and of results, in order. */
function idsOf(records: readonly { message: { content: unknown } }[]): {
  calls: string[]
  results: string[]
} {
  const blocks = records.flatMap(({ message }) =>
    typeof message.content === 'string' ? [] : message.content,
  )
  const list = blocks as readonly { type: string; id: string; tool_use_id: string }[]
  return {
    calls: list.filter(({ type }) => type === 'tool_use').map(({ id }) => id),
    results: list.filter(({ type }) => type === 'tool_result').map((result) => result.tool_use_id),
  }
}
