import {
  apply,
  type Deny,
  denying,
  invert,
  type PolicyChoice,
  type Rulebook,
  repair,
  repairBytes,
  rulebooks,
} from '@mortise/core'
import { describe, expect, test } from 'vitest'
import { complaints } from '../oracle/index.ts'
import { type Scribe, scribes, type Talk } from './denied-scribes.ts'

const bookOf = (name: string): Rulebook => rulebooks.find((book) => book.name === name) as Rulebook
const asText = { preset: 'keep', rows: { 'tool-denied': 'text' } } as const

const run: Deny = { tools: ['run'] }
const a = ['call_a', 'run'] as const
const b = ['call_b', 'read'] as const

interface Row {
  readonly name: string
  readonly deny?: Deny
  readonly before: Talk
  /** The request where the history is stripped. */
  readonly after: Talk
  readonly when?: (scribe: Scribe) => boolean
}

const rows: readonly Row[] = [
  {
    name: 'declared only',
    before: { tools: ['run', 'read'], rounds: [[b]] },
    after: { tools: ['read'], rounds: [[b]] },
  },
  {
    name: 'called',
    before: { tools: ['read', 'run'], rounds: [[a], [b]] },
    after: { tools: ['read'], rounds: [[], [b]] },
  },
  {
    name: 'called beside another that stays (O6)',
    before: { tools: ['run', 'read'], rounds: [[a, b]] },
    after: { tools: ['read'], rounds: [[b]] },
  },
  {
    name: 'the model was made to call it',
    before: { tools: ['run', 'read'], choice: { one: 'run' }, isParallel: true, rounds: [[b]] },
    after: { tools: ['read'], choice: 'auto', isParallel: true, rounds: [[b]] },
  },
  {
    name: 'the model was made to call another',
    before: { tools: ['run', 'read'], choice: { one: 'read' }, rounds: [[b]] },
    after: { tools: ['read'], choice: { one: 'read' }, rounds: [[b]] },
  },
  {
    name: 'the model was made to call, and nothing is left',
    before: { tools: ['run'], choice: 'any', isParallel: true, rounds: [[a]] },
    after: { tools: [], rounds: [[]] },
  },
  {
    name: 'the model may choose, and nothing is left (O3)',
    deny: { tools: [' * '] },
    before: { tools: ['run', 'read'], choice: 'auto', rounds: [[a], [b]] },
    after: { tools: [], rounds: [[], []] },
  },
  {
    name: 'an allow-list that fits nothing denies all (O3)',
    deny: { tools: [], allow: ['nothing'] },
    before: { tools: ['run', 'read'], choice: { one: 'read' }, rounds: [[a, b]] },
    after: { tools: [], rounds: [[]] },
  },
  {
    name: 'two allow-lists: a tool has to be on both',
    deny: { tools: [], allow: ['run', 'read'], within: [[], ['read', 'write']] },
    before: { tools: ['run', 'read'], choice: 'any', rounds: [[a, b]] },
    after: { tools: ['read'], choice: 'any', rounds: [[b]] },
  },
  {
    name: 'one of some that may be chosen',
    when: ({ takesSome }) => takesSome,
    before: { tools: ['run', 'read', 'write'], choice: { some: ['run', 'read', 'write'] }, rounds: [[b]] },
    after: { tools: ['read', 'write'], choice: { some: ['read', 'write'] }, rounds: [[b]] },
  },
  {
    name: 'all that may be chosen',
    when: ({ takesSome }) => takesSome,
    before: { tools: ['run', 'read'], choice: { some: ['run'] }, rounds: [[b]] },
    after: { tools: ['read'], choice: 'auto', rounds: [[b]] },
  },
]

describe.each(scribes)('$api', (scribe) => {
  describe.each(rows.filter(({ when }) => when?.(scribe) ?? true))(
    '$name',
    ({ deny = run, before, after }) => {
      const given = scribe.write(before)
      const wanted = scribe.write(after)

      test('strip', () => expect(mended(scribe, given, deny)).toEqual(wanted))

      test('text', () => {
        const document = mended(scribe, given, deny, asText)
        expect(withoutTurns(document)).toEqual(withoutTurns(wanted))
        const gone = before.rounds.flat().filter((call) => !after.rounds.flat().includes(call))
        for (const [id, name] of gone) {
          expect(JSON.stringify(document)).toContain(`[tool call kept as text: ${name} ${id}]`)
          expect(JSON.stringify(document)).toContain(`got ${id}`)
        }
      })

      test('keep-completed (O13)', () => {
        const document = mended(scribe, given, { ...deny, keep: 'completed' })
        const isBare = scribe.api === 'bedrock' && after.tools.length === 0
        // Where called tools have to be declared and none is, calls become text.
        if (isBare) expect(document).toEqual(mended(scribe, given, deny, asText))
        else expect(document).toEqual(scribe.write({ ...after, rounds: before.rounds }))
      })
    },
  )

  test('a tool that the provider runs', () => {
    const talk: Talk = { tools: ['read'], rounds: [[b]] }
    const denied = { tools: [scribe.hosted] }
    expect(mended(scribe, scribe.write({ ...talk, hosted: true }), denied)).toEqual(scribe.write(talk))
  })

  test.each<Talk>([
    { tools: ['read'], rounds: [[b]] },
    { tools: ['read', 'runs', 'rerun'], choice: { one: 'runs' }, rounds: [[b], [['call_c', 'runs']]] },
    { tools: [], rounds: [[]] },
  ])('a name that only stands in a text, or is longer, is let be', (talk) => {
    const text = JSON.stringify(scribe.write(talk)).replaceAll('please', 'please run \\"name\\":\\"run\\"')
    const api = denying(bookOf(scribe.api), run)
    const document: unknown = JSON.parse(text)
    expect(repair(document, { api }).document).toBe(document)
    const bytes = new TextEncoder().encode(text)
    expect(repairBytes(bytes, { api }).bytes).toBe(bytes)
  })
})

/** Mends a request, and asserts what holds whatever is denied. */
function mended(scribe: Scribe, given: object, deny: Deny, policy: PolicyChoice = 'keep'): unknown {
  const api = denying(bookOf(scribe.api), deny)
  const { document, report } = repair(given, { api, policy })
  expect(report.left.filter(({ severity }) => severity === 'refused')).toEqual([])
  expect(report.found.every(({ rule }) => rule === 'tool-denied')).toBe(true)
  expect(repair(document, { api, policy }).document).toBe(document)
  expect(apply(given, JSON.parse(JSON.stringify(report.plan)))).toEqual({ ok: true, value: document })
  expect(apply(document, invert(report.plan))).toEqual({ ok: true, value: given })
  expect(JSON.stringify(apply(document, invert(report.plan)))).toBe(
    JSON.stringify({ ok: true, value: given }),
  )
  expect(complaints(document, { api: scribe.api, tail: 'closed' })).toEqual([])
  const bytes = new TextEncoder().encode(JSON.stringify(given))
  const inBytes = repairBytes(bytes, { api, policy }).bytes
  expect(JSON.parse(new TextDecoder().decode(inBytes))).toEqual(document)
  return document
}

function withoutTurns(document: unknown): unknown {
  const {
    messages: _messages,
    input: _input,
    contents: _contents,
    ...rest
  } = document as Record<string, unknown>
  return rest
}
