import { type Finding, type PolicyName, type Row, repair, rulebooks, ruleNames, scan } from '@mortise/core'
import { describe, expect, test } from 'vitest'
import { laws } from '../laws/laws.ts'
import { names, rows } from './rows.ts'

const policies: readonly PolicyName[] = ['keep', 'drop', 'drop-turn', 'report']

const sound = rows.filter(({ expected }) => expected.length === 0)
const quoted = rows.filter(({ says, expected }) => says !== undefined && expected.length > 0)

describe.each(rows)('$id', ({ document, api, tail, expected, advice }) => {
  test('is judged as its API judges it', () => {
    const found = scan(document, api, { tail })
    expect(rulesOf(found, 'refused')).toEqual(sorted(expected))
    expect(rulesOf(found, 'advice')).toEqual(sorted(advice))
  })

  test.each(policies)('keeps every promise under %s', (policy) => {
    laws({ document, api, policy, tail })
  })
})

test.each(sound)('$id is sound and comes back as it is', ({ document, api, tail }) => {
  expect(repair(document, { api, policy: 'keep', tail }).document).toBe(document)
})

test.each(quoted)('$id: the finding quotes the API', ({ document, api, tail, expected }) => {
  const first = expected[0]!
  const rows: Readonly<Record<string, Row>> = rulebooks.find(({ name }) => name === api)?.rows ?? {}
  const row = rows[first]
  const finding = scan(document, api, { tail }).find(({ rule }) => rule === first)
  if (row?.says === undefined) expect(finding?.says).toBeUndefined()
  else expect(finding?.says).toMatch(/\S/)
})

test('every name on the list is that of a rule', () => {
  expect(names.filter((name) => !ruleNames.includes(name))).toEqual([])
})

test('every rule that a row expects has its name on the list', () => {
  const expected = rows.flatMap((row) => [...row.expected, ...row.advice])
  expect(expected.filter((name) => !names.includes(name))).toEqual([])
})

function rulesOf(found: readonly Finding[], severity: Finding['severity']): string[] {
  const rules = found.filter((finding) => finding.severity === severity).map(({ rule }) => rule)
  return sorted(new Set(rules))
}

function sorted(names: Iterable<string>): string[] {
  return [...names].sort()
}
