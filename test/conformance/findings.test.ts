import { readFileSync } from 'node:fs'
import { type Finding, formats, printPlace, scan } from '@mortise/core'
import { expect, test } from 'vitest'
import { brokenOf } from './fixtures.ts'

/** What a finding says to a person, word for word. */
interface Said extends Omit<Finding, 'rule' | 'at'> {
  /** Format, rule and number of the fixture that it is found in. */
  readonly fixture: string
  readonly at: string
}

const lines = readFileSync(new URL('findings.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
const rows = lines.map((line) => JSON.parse(line) as Said)

const fixtures = new Map(
  formats
    .flatMap(({ name }) => brokenOf(name))
    .map((row) => [row.file.replace('/fixtures/broken', '').replace('.json', ''), row]),
)

test.each(rows)('$fixture at $at', ({ fixture, ...said }) => {
  const { broken, api, tail, rule } = fixtures.get(fixture)!
  const found = scan(broken, api, { tail }).filter((finding) => finding.rule === rule)
  expect(found.map((finding) => ({ ...finding, at: printPlace(finding.at) }))).toContainEqual({
    rule,
    ...said,
  })
})
