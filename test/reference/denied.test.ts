import {
  apply,
  type Deny,
  deniedBy,
  denying,
  type Format,
  formats,
  invert,
  isDenied,
  type Rulebook,
  readTranscript,
  repair,
  repairBytes,
  rulebooks,
  scan,
} from '@mortise/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { damagedCase, soundCase } from '../generate/case.ts'
import { markersIn } from '../generate/marker.ts'
import { apiOf } from '../laws/task.ts'
import { complaints } from '../oracle/index.ts'
import { type Chosen, scribes } from './denied-scribes.ts'

const bookOf = (name: string): Rulebook => rulebooks.find((book) => book.name === name) as Rulebook
const formatOf = (book: Rulebook): Format => formats.find(({ name }) => name === book.format) as Format

const asText = { preset: 'keep', rows: { 'tool-denied': 'text' } } as const

describe('which tools a pattern denies', () => {
  test.each<readonly [pattern: string, name: string | undefined, isDenied: boolean]>([
    ['exec', 'exec', true],
    ['exec', 'Exec', true],
    ['exec', 'bash', true],
    ['Bash', 'exec', true],
    ['ba*', 'bash', true],
    ['exec', 'execute', false],
    ['*', 'anything', true],
    ['*', undefined, true],
    ['**', '', true],
    ['exec', undefined, false],
    ['mcp__*__add', 'mcp__notes__add', true],
    ['mcp__*__add', 'mcp__notes__add2', false],
    ['a*a', 'a', false],
    ['a*b*c', 'a-c-b-c', true],
    ['a*b*c', 'a-c-b', false],
    ['a.c', 'abc', false],
    ['group:web', 'WebFetch', true],
    ['group:fs', 'apply-patch', true],
    ['apply-patch', 'apply_patch', true],
    ['constructor', 'toString', false],
  ])('`%s` and %j', (pattern, name, expected) => {
    expect(isDenied(deniedBy({ tools: [pattern] }), name)).toBe(expected)
  })

  test('an allow-list denies the rest, and what is denied stays so', () => {
    const denied = deniedBy({ tools: ['write'], allow: ['read', 'write', 'group:web'] })
    const names = ['read', 'write', 'web_fetch', 'exec', undefined]
    expect(names.filter((name) => isDenied(denied, name))).toEqual(['write', 'exec', undefined])
  })

  test('a group that nobody knows', () => {
    expect(() => denying(bookOf('anthropic'), { tools: ['group:plugins'] })).toThrow(
      'There is no group of tools `group:plugins` here.',
    )
  })
})

const use = (id: string, name: string): object => ({ type: 'tool_use', id, name, input: { x: 1 } })
const got = (id: string): object => ({ type: 'tool_result', tool_use_id: id, content: `got ${id}` })
const thought = { type: 'thinking', thinking: 'hm', signature: 'sig' }
const say = (text: string): object => ({ type: 'text', text })
const model = (...content: readonly object[]): object => ({ role: 'assistant', content })
const user = (...content: readonly object[]): object => ({ role: 'user', content })
const ask = { role: 'user', content: 'go' }

describe('in a request', () => {
  test.each<
    readonly [name: string, deny: Deny, isText: boolean, before: readonly object[], after: readonly object[]]
  >([
    [
      'other calls of the turn stay',
      { tools: ['run'] },
      false,
      [ask, model(say('so'), use('a', 'run'), use('b', 'read')), user(got('a'), got('b'))],
      [ask, model(say('so'), use('b', 'read')), user(got('b'))],
    ],
    [
      'reasoning that led to nothing else goes, other reasoning stays',
      { tools: ['run'] },
      false,
      [ask, model(thought, use('a', 'run')), user(got('a')), model(thought, say('so')), ask],
      [ask, model(thought, say('so')), ask],
    ],
    [
      'as text, after the results of those that stay',
      { tools: ['run'] },
      true,
      [ask, model(use('a', 'run'), use('b', 'read')), user(got('a'), got('b'))],
      [
        ask,
        model(use('b', 'read')),
        user(got('b')),
        { role: 'user', content: '[tool call kept as text: run a]\n{"x":1}' },
        { role: 'user', content: '[tool result kept as text: a]\ngot a' },
      ],
    ],
    [
      'a pair that is complete stays, a call without a result goes',
      { tools: ['run'], keep: 'completed' },
      false,
      [ask, model(use('a', 'run')), user(got('a')), model(say('so'), use('b', 'run')), ask],
      [ask, model(use('a', 'run')), user(got('a')), model(say('so')), ask],
    ],
    [
      'a result that only its place ties to the call is not lost',
      { tools: ['run'] },
      false,
      [ask, model(say('so'), use('a', 'run')), user(got('z'))],
      [ask, model(say('so')), user(say('[tool result kept as text: z]\ngot z'))],
    ],
    [
      'a result that stands elsewhere, of a call that is gone',
      { tools: ['run'] },
      false,
      [ask, model(say('so'), use('a', 'run')), ask, model(say('well')), user(got('a'))],
      [ask, model(say('so')), ask, model(say('well')), ask].slice(0, 4),
    ],
    [
      'a call of somebody else than the model',
      { tools: ['run'] },
      false,
      [user(say('go'), use('a', 'run')), model(say('so')), ask],
      [user(say('go')), model(say('so')), ask],
    ],
    [
      'a tool that the provider runs goes whole',
      { tools: ['web_search'] },
      false,
      [
        ask,
        model(
          say('so'),
          { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} },
          { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
          say('there'),
        ),
        ask,
      ],
      [ask, model(say('so'), say('there')), ask],
    ],
  ])('%s', (_, deny, isText, before, after) => {
    const api = denying(bookOf('anthropic'), deny)
    const { document, report } = repair(before, { api, ...(isText ? { policy: asText } : {}) })
    expect(document).toEqual(after)
    expect(report.left).toEqual([])
    expect(apply(document, invert(report.plan))).toEqual({ ok: true, value: before })
    expect(repair(document, { api }).document).toBe(document)
  })

  test('nothing denied: the same reference, and nothing found', () => {
    const before = [ask, model(use('a', 'run')), user(got('a'))]
    const api = denying(bookOf('anthropic'), { tools: ['read'] })
    expect(repair(before, { api }).document).toBe(before)
  })

  test('what is found names the tool, and is the same whatever is done about it', () => {
    const before = [ask, model(use('a', 'run')), user(got('a'))]
    const api = denying(bookOf('anthropic'), { tools: ['run'] })
    const found = scan(before, api)
    expect(found.map(({ rule, at, message }) => [rule, at.join('.'), message])).toEqual([
      ['tool-denied', '1.content.0', '`a` run is a call of a tool that is denied.'],
      ['tool-denied', '2.content.0', 'Result `a` run is of a tool that is denied.'],
    ])
    for (const policy of ['keep', 'report', asText] as const)
      expect(repair(before, { api, policy }).report.found).toEqual(found)
  })
})

const denials = fc.constantFrom<Deny[]>(
  { tools: ['run'] },
  { tools: ['*'] },
  { tools: ['READ_*', 'mcp__*'] },
  { tools: ['search'], keep: 'completed' },
  { tools: [], allow: ['search'] },
)

// What cannot be mended without inventing: the end of a request is the caller's.
const unmendable = new Set([
  'ends-on-model',
  'no-turns',
  'no-user-turn',
  'too-many-cache-marks',
  'unreadable',
])
const complaintOfEnd = /at the end|the last message|no user speaks/

const chosen = fc.constantFrom<Chosen[]>(undefined, 'auto', 'any', { one: 'run' }, { one: 'search' })
const named = fc.subarray(['run', 'search', 'read_file', 'mcp__notes__add', 'web_search'])

test('whatever is sent to whomever: no denied tool is left, the API takes it, and every word is there', () => {
  const cases = fc.oneof(soundCase, damagedCase)
  const holds = fc.property(
    cases,
    denials,
    fc.boolean(),
    fc.record({ names: named, choice: chosen }),
    ({ api: name, tail, document: drawn }, deny, isText, offers) => {
      const { rulebook } = apiOf(name, drawn)
      const document = offering(drawn, rulebook, offers)
      const api = denying(rulebook, deny)
      const options = { api, tail, policy: isText ? asText : ('keep' as const) }
      const { document: mended, report } = repair(document, options)
      expect(
        report.left.filter(({ rule, severity }) => severity === 'refused' && !unmendable.has(rule)),
      ).toEqual([])
      expect(complaints(mended, { api: name, tail }).filter((each) => !complaintOfEnd.test(each))).toEqual([])
      expect(repair(mended, options).document).toBe(mended)
      expect(apply(mended, invert(report.plan))).toEqual({ ok: true, value: document })
      const left = new Set(markersIn(mended))
      const words = markersIn(document).filter((mark) => mark.startsWith('«t'))
      expect(words.filter((mark) => !left.has(mark))).toEqual([])
      if (deny.keep === undefined) expect(deniedIn(mended, rulebook, deny)).toEqual([])
      expect(offeredIn(mended, rulebook, deny)).toEqual([])
      const { bytes } = repairBytes(new TextEncoder().encode(JSON.stringify(document)), options)
      expect(JSON.parse(new TextDecoder().decode(bytes))).toEqual(JSON.parse(JSON.stringify(mended)))
    },
  )
  fc.assert(holds, { numRuns: 150 })
}, 120_000)

/** A request that also offers these tools; a bare list of turns has no place for them. */
function offering(
  document: unknown,
  { format }: Rulebook,
  { names, choice }: { readonly names: readonly string[]; readonly choice: Chosen },
): unknown {
  const scribe = scribes.find(({ api }) => bookOf(api).format === format)
  if (scribe === undefined || Array.isArray(document) || names.length === 0) return document
  const isNamed = typeof choice !== 'object' || ('one' in choice && names.includes(choice.one))
  const written = scribe.write({ tools: names, choice: isNamed ? choice : undefined, rounds: [] })
  const offers = Object.entries(written).filter(([key]) => /tool/i.test(key))
  return { ...(document as object), ...Object.fromEntries(offers) }
}

/** The denied tools that a document still offers, or has chosen. */
function offeredIn(document: unknown, rulebook: Rulebook, deny: Deny): unknown[] {
  const denied = deniedBy(deny)
  const offers = formatOf(rulebook).offers?.offersOf(document)
  const names = [
    ...(offers?.declarations ?? []).flatMap((each) => each.names),
    ...(offers?.choice?.tools ?? []).flat(),
  ]
  return names.filter((name) => isDenied(denied, name))
}

/** The denied calls that a document still holds. */
function deniedIn(document: unknown, rulebook: Rulebook, deny: Deny): unknown[] {
  const denied = deniedBy(deny)
  const { turns } = readTranscript(document, formatOf(rulebook))
  return turns.flatMap(({ parts }) =>
    parts.filter((part) => part.kind === 'call' && isDenied(denied, part.name)).map(({ raw }) => raw),
  )
}
