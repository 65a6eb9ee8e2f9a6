import { type Finding, type PolicyName, plan, printPlace, scan } from '@mortise/core'
import { describe, expect, test } from 'vitest'
import { fixtureNamed, linesOf } from './fixtures.ts'

/** What a finding says to a person, word for word. */
interface Said extends Omit<Finding, 'rule' | 'at'> {
  /** Format, rule and number of the fixture that it is found in. */
  readonly fixture: string
  readonly at: string
}

/** What is done about a fixture, and why. */
interface Planned {
  readonly fixture: string
  readonly policy: PolicyName
  readonly plan: readonly string[]
  readonly left: readonly string[]
}

describe('what a finding says', () => {
  test.each(linesOf<Said>('findings.jsonl'))('$fixture at $at', ({ fixture, ...said }) => {
    const { broken, api, tail, rule } = fixtureNamed(fixture)
    const found = scan(broken, api, { tail }).filter((finding) => finding.rule === rule)
    expect(found.map((finding) => ({ ...finding, at: printPlace(finding.at) }))).toContainEqual({
      rule,
      ...said,
    })
  })
})

describe('each edit of a plan has its reason', () => {
  test.each(linesOf<Planned>('plans.jsonl'))('$fixture under $policy', ({ fixture, policy, ...planned }) => {
    const { broken, api, tail } = fixtureNamed(fixture)
    const report = plan(broken, api, policy, { tail })
    const edits = report.plan.edits.map((edit) => `${edit.do} ${printPlace(edit.at)}: ${edit.why}`)
    expect({ plan: edits, left: report.left.map(({ rule }) => rule) }).toEqual(planned)
  })
})
