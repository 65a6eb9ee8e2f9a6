import { chooseApi, type Finding, type Policy, plan, policies, repair } from '@mortise/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amount } from '../amount.ts'
import { damagedCase } from '../generate/case.ts'

const call = (id: string) => ({ type: 'tool_use', id, name: 'look', input: {} })
const result = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: `found by ${id}` })
const messages = [
  { role: 'user', content: 'go' },
  { role: 'assistant', content: [{ type: 'text', text: 'so' }, call('a'), call('b')] },
  { role: 'user', content: [result('x'), result('y'), result('z'), { type: 'text', text: 'and?' }] },
]
const base = { model: 'claude-opus-4-6', max_tokens: 9, messages }

/** The turns of a repaired request: ids of calls, of results with their first words, and texts. */
function shown(calls: NonNullable<Policy['calls']>): string[] {
  const policy = { preset: 'keep', rows: {}, calls } as const
  const { document, report } = repair(base, { api: 'anthropic', policy })
  expect(report.left.filter(({ severity }) => severity === 'refused')).toEqual([])
  type Turn = { content: string | Readonly<Record<string, unknown>>[] }
  return (document as { messages: Turn[] }).messages.map(({ content }) =>
    typeof content === 'string'
      ? content
      : content.map((part) => String(part.id ?? part.tool_use_id ?? part.text)).join(' | '),
  )
}

describe('a remedy for one finding', () => {
  const [x, y, z] = ['x', 'y', 'z'].map((id) => `[tool result kept as text: ${id}]\nfound by ${id}`)
  test.each<readonly [string, NonNullable<Policy['calls']>, readonly string[]]>([
    ['none: as the policy says', {}, ['go', 'so | a | b', `a | b | ${x} | ${y} | ${z} | and?`]],
    [
      'one call goes',
      { 'call-without-result': { a: 'drop' } },
      ['go', 'so | b', `b | ${x} | ${y} | ${z} | and?`],
    ],
    ['its turn goes', { 'call-without-result': { b: 'drop-turn' } }, ['go', `${x} | ${y} | ${z} | and?`]],
    [
      'one goes and the turn of the other: the turn goes',
      { 'call-without-result': { a: 'drop', b: 'drop-turn' } },
      ['go', `${x} | ${y} | ${z} | and?`],
    ],
    [
      'one stray result goes',
      { 'result-without-call': { x: 'drop' } },
      ['go', 'so | a | b', `a | b | ${y} | ${z} | and?`],
    ],
    [
      'an id that is not there',
      { 'result-without-call': { a: 'drop' } },
      ['go', 'so | a | b', `a | b | ${x} | ${y} | ${z} | and?`],
    ],
  ])('%s', (_, calls, turns) => {
    expect(shown(calls)).toEqual(turns)
  })

  test('`leave` leaves that finding alone, and names it', () => {
    const calls = { 'call-without-result': { a: 'leave' } } as const
    const { left } = plan(base, 'anthropic', { preset: 'keep', rows: {}, calls })
    expect(left.map(({ rule, calls: ids }) => [rule, ids])).toEqual([['call-without-result', ['a']]])
  })

  test.each([
    [{ 'empty-turn': { a: 'drop' } }, 'empty-turn'],
    [{ 'call-without-result': { a: 'throw' } }, 'throw'],
    [{ 'call-without-result': 'drop' }, 'calls'],
    ['drop', 'calls'],
  ])('%j is refused', (calls, word) => {
    expect(() => plan(base, 'anthropic', { preset: 'keep', rows: {}, calls: calls as never })).toThrow(word)
  })

  test('chosen for every finding, a remedy does what it does for its rule', () => {
    const rules = ['call-without-result', 'result-without-call', 'duplicate-result'] as const
    const all = fc.property(damagedCase, ({ document, api, tail }) => {
      const choice = chooseApi(document, { api })
      if (!choice.ok) return
      const options = { api, tail }
      const { found } = repair(document, { ...options, policy: 'report' }).report
      const idless = found.some(({ rule, calls }) => rules.includes(rule as never) && calls.length === 0)
      if (idless) return
      const calls = Object.fromEntries(rules.map((rule) => [rule, remediesOf(found, rule)]))
      const policy = { preset: 'keep', rows: {}, calls } as const
      const isAdvice = found.some(
        ({ rule, severity }) => rules.includes(rule as never) && severity === 'advice',
      )
      if (isAdvice) return
      const chosen = repair(document, { ...options, policy })
      expect(chosen.document).toEqual(repair(document, { ...options, policy: 'drop' }).document)
    })
    fc.assert(all, { numRuns: amount(600), seed: 37 })
  })
})

function remediesOf(found: readonly Finding[], rule: string): Readonly<Record<string, 'drop'>> {
  const own = found.filter((each) => each.rule === rule && policies.drop.rows[each.rule as never] === 'drop')
  return Object.fromEntries(own.flatMap(({ calls }) => calls.map((id) => [id, 'drop' as const])))
}
