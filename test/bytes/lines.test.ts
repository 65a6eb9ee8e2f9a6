import { type Finding, scan, scanLines } from '@mortise/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { damagedCase } from '../generate/case.ts'
import { apiOf } from '../laws/task.ts'

const drawn = fc.record({
  cases: fc.array(damagedCase, { minLength: 1, maxLength: 6 }),
  wraps: fc.boolean(),
  pieces: fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 4 }),
  noise: fc.array(fc.constantFrom('', '  ', '{"type":"summary","leafUuid":"x"}', '{"torn":"li'), {
    maxLength: 3,
  }),
})

test('a conversation in lines is judged as the list of its messages is', () => {
  const holds = fc.property(drawn, ({ cases, wraps, pieces, noise }) => {
    const { api: name, tail, document } = cases[0] as (typeof cases)[number]
    const api = apiOf(name, document)
    const turns = cases
      .filter((other) => other.api === name)
      .flatMap((other) => api.format.turnsOf(other.document) ?? [])
      .filter((turn) => hasRole(turn))
    const lines = [
      ...noise,
      ...turns.map((turn) => JSON.stringify(wraps ? { uuid: 'u', message: turn } : turn)),
    ]
    const bytes = new TextEncoder().encode(lines.join('\n'))
    const found = scan(JSON.parse(JSON.stringify(turns)), api.rulebook, { tail })
    const { found: seen, ...counts } = scanned(bytes, api.rulebook.name, api.format.name, tail, pieces)
    expect(counts).toEqual({
      lines: lines.at(-1) === '' ? lines.length - 1 : lines.length,
      turns: turns.length,
    })
    expect(seen.filter(({ at }) => (at[0] as number) >= noise.length)).toEqual(
      found.map((finding) => placed(finding, noise.length, wraps)),
    )
    const torn = noise.flatMap((line, index) => (line.includes('torn') ? [`line ${index + 1}`] : []))
    const bad = seen.filter(({ at }) => (at[0] as number) < noise.length)
    expect(bad.map(({ rule, record }) => [rule, record])).toEqual(
      torn.map((record) => ['unreadable', record]),
    )
  })
  fc.assert(holds, { numRuns: 300 })
})

test('a suspicious turn may nest as deep as it likes', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  // Half a character has a line read in full at once.
  const call = `{"type":"tool_use","id":"a","name":"run","input":{"x":"\\ud83d","deep":${deep}}}`
  const sound = Array.from({ length: 40 }, (_, index) => [
    '{"role":"user","content":"go on"}',
    `{"role":"assistant","content":"number ${index}"}`,
  ]).flat()
  const lines = [
    ...sound,
    '{"role":"user","content":"go"}',
    `{"role":"assistant","content":[${call}]}`,
    ...sound,
  ]
  const bytes = new TextEncoder().encode(lines.join('\n'))
  const { found } = scanned(bytes, 'anthropic', 'anthropic-messages', 'rest', [1000])
  expect(found.map(({ rule, record }) => [rule, record])).toEqual([
    ['call-without-result', 'line 82'],
    ['lone-surrogate', 'line 82'],
  ])
})

function hasRole(turn: unknown): boolean {
  return typeof turn === 'object' && turn !== null && 'role' in turn && turn.role !== undefined
}

function scanned(
  bytes: Uint8Array,
  api: string,
  format: string,
  tail: 'closed' | 'rest' | 'open',
  pieces: readonly number[],
): ReturnType<ReturnType<typeof scanLines>['finish']> {
  const lines = scanLines({ api, format, tail, read: (start, end) => bytes.subarray(start, end) })
  for (let at = 0, piece = 0; at < bytes.length; piece++) {
    const size = Math.min(pieces[piece % pieces.length] as number, bytes.length - at)
    lines.room(size).set(bytes.subarray(at, at + size))
    lines.take(size)
    at += size
  }
  return lines.finish()
}

function placed(finding: Finding, shift: number, wraps: boolean): Finding {
  const [turn, ...path] = finding.at
  if (typeof turn !== 'number') return finding
  const at = [turn + shift, ...(wraps ? ['message'] : []), ...path]
  return { ...finding, at, record: `line ${turn + shift + 1}` }
}
