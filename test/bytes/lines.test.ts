import { type Finding, messageIn, scan, scanLines } from '@mortise/core'
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
      .filter((turn) => messageIn(turn, api.format) === turn)
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
  fc.assert(holds, { numRuns: 120 })
})

test.each([
  [
    'a call of Responses',
    'openai-responses',
    { type: 'function_call', call_id: 'a', name: 'run', arguments: '{}' },
  ],
  ['a content of Gemini', 'gemini', { parts: [{ functionCall: { name: 'run', args: {} } }] }],
])('%s is a turn without a role', (_, api, call) => {
  const [before, after] = api === 'gemini' ? ['parts', [{ text: 'go' }]] : ['content', 'go']
  const user = JSON.stringify({ role: 'user', [before as string]: after })
  const lines = [user, '{"type":"summary"}', JSON.stringify(call), JSON.stringify({ message: call }), user]
  const { found, turns } = scanned(new TextEncoder().encode(lines.join('\n')), api, undefined, 'closed', [7])
  const documents = [JSON.parse(user), call, call, JSON.parse(user)]
  expect(turns).toBe(4)
  expect(found.map(({ rule }) => rule)).toEqual(scan(documents, api).map(({ rule }) => rule))
  expect(found.length).toBeGreaterThan(0)
})

test.each([
  ['before a turn', '\ufeff{"role":"assistant","content":"go"}\n', [], 1],
  ['before a turn that needs care', '\ufeff{"r\\u006fle":"user","content":"go"}\n', [], 1],
  ['alone on a line', '\ufeff \r\n{"role":"user","content":"go"}', [], 1],
  ['alone', '\ufeff', [], 0],
  ['before what only looks blank', '\ufeff\u00a0\n{"role":"user","content":"go"}', [[0]], 1],
  ['before a torn line', '\ufeff{"role":"us\n{"role":"user","content":"go"}\n', [[0]], 1],
  ['on another line', '{"role":"user","content":"go"}\n\ufeff{"role":"user","content":"go"}\n', [[1]], 1],
  ['twice', '\ufeff\ufeff{"role":"user","content":"go"}\n', [[0]], 0],
])('a byte order mark %s', (_, text, bad, turns) => {
  const report = scanned(new TextEncoder().encode(text), 'anthropic', undefined, 'rest', [2])
  expect(report.turns).toBe(turns)
  expect(report.found.filter(({ rule }) => rule === 'unreadable').map(({ at }) => at)).toEqual(bad)
})

test('a turn behind a byte order mark is read again without it', () => {
  const call = { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'run', input: {} }] }
  const text = `\ufeff${JSON.stringify(call)}\n{"role":"user","content":"go"}\n`
  const { found } = scanned(new TextEncoder().encode(text), 'anthropic', undefined, 'rest', [1000])
  expect(found.map(({ rule, at }) => [rule, at])).toContainEqual(['call-without-result', [0]])
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

function scanned(
  bytes: Uint8Array,
  api: string,
  format: string | undefined,
  tail: 'closed' | 'rest' | 'open',
  pieces: readonly number[],
): ReturnType<ReturnType<typeof scanLines>['finish']> {
  const named = format === undefined ? {} : { format }
  const lines = scanLines({ api, ...named, tail, read: (start, end) => bytes.subarray(start, end) })
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
