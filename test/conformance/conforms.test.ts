import {
  type Format,
  formats,
  type PolicyName,
  printPlace,
  repair,
  rulebooks,
  ruleNames,
} from '@mortise/core'
import { describe, expect, test } from 'vitest'
import { laws } from '../laws/laws.ts'
import { complaints } from '../oracle/index.ts'
import { type Broken, brokenOf, rulesWithFixtures, type Sound, soundOf } from './fixtures.ts'

const policies: readonly PolicyName[] = ['keep', 'drop', 'drop-turn', 'report']

// What no repair may mend, since that would mean inventing; a checker goes on complaining there.
const unmendable = new Set(['ends-on-model', 'no-turns', 'no-user-turn', 'unreadable'])

// Only a repair could do these: no document shows them.
const onlyRepairs: readonly string[] = ['reasoning-bound', 'reasoning-changed']

describe.each(formats)('$name', conforms)

/** Proves a format on its fixtures: every rule, every promise. */
function conforms({ name }: Format): void {
  describe.each(brokenOf(name))('$rule: $name, $api ($file)', (row) => {
    test('is found and mended as written', () => mendsAsWritten(row))
    test.each(policies)('keeps every promise under %s', (policy) => {
      laws({ document: row.broken, api: row.api, policy, tail: row.tail })
    })
    test('is judged as a checker of its own judges it', () => agreesWithOracle(row))
  })

  describe.each(soundOf(name))('sound: $name, $api ($file)', (row) => {
    test.each(policies)('comes back as it is under %s', (policy) => staysAsItIs(row, policy))
  })

  test('has sound fixtures', () => expect(soundOf(name)).not.toEqual([]))

  const demanded = new Set(
    rulebooks.filter((api) => api.format === name).flatMap((api) => Object.keys(api.rows)),
  )

  test.each(ruleNames)('has a fixture for %s if an API of the format demands it', (rule) => {
    const isShown = demanded.has(rule) && !onlyRepairs.includes(rule)
    if (rule !== 'unreadable') expect(brokenOf(name).some((row) => row.rule === rule)).toBe(isShown)
  })

  test('has no fixture folder without a rule', () => {
    expect(rulesWithFixtures(name).filter((rule) => !ruleNames.includes(rule))).toEqual([])
  })

  test('each fixture breaks the rule of its folder, for an API of its format', () => {
    const apis = rulebooks.filter(({ format }) => format === name).map((rulebook) => rulebook.name)
    const strangers = brokenOf(name).filter(
      ({ api, rule, found }) => !apis.includes(api) || !found.some(([other]) => other === rule),
    )
    expect(strangers.map(({ file }) => file)).toEqual([])
  })

  test('each of its APIs has a fixture', () => {
    const apis = rulebooks.filter(({ format }) => format === name).map((rulebook) => rulebook.name)
    const used = new Set(brokenOf(name).map(({ api }) => api))
    expect(apis.filter((api) => !used.has(api))).toEqual([])
  })
}

function mendsAsWritten({ broken, api, policy, tail, found, fixed }: Broken): void {
  const { document, report } = repair(broken, { api, policy, tail })
  expect(report.found.map(({ rule, at }) => [rule, printPlace(at)])).toEqual(found)
  expect(document).toEqual(fixed)
  expect(JSON.stringify(document), 'members keep their order').toBe(JSON.stringify(fixed))
  if (JSON.stringify(broken) === JSON.stringify(fixed)) expect(document).toBe(broken)
}

function agreesWithOracle({ broken, format, api: name, policy, tail }: Broken): void {
  const { document, report } = repair(broken, { api: name, policy, tail })
  const api = judgeOf(name, format)
  const refused = report.found.filter(({ severity }) => severity === 'refused')
  expect(complaints(broken, { api, tail }).length > 0).toBe(refused.length > 0)
  const standing = report.left.filter(({ rule }) => unmendable.has(rule)).map(({ at }) => at.slice(0, 2))
  const isSilent = report.left.some(({ rule }) => rule === 'no-turns')
  const complained = complaints(document, { api, tail }).filter(
    (complaint) =>
      !(isSilent && complaint === 'The request says nothing.') &&
      !standing.some((at) => new RegExp(`^${printPlace(at)}\\b`).test(complaint)),
  )
  expect(complained).toEqual([])
}

function staysAsItIs({ document, format, api, tail }: Sound, policy: PolicyName): void {
  expect(laws({ document, api, policy, tail }).found).toEqual([])
  expect(repair(document, { api, policy, tail }).document).toBe(document)
  expect(complaints(document, { api: judgeOf(api, format), tail })).toEqual([])
}

/** Who judges for an API: one name stands for all of a format, and a repair may take away what shows the format. */
function judgeOf(api: string, format: string): string {
  return api === 'everywhere' ? `${api}-${format}` : api
}
