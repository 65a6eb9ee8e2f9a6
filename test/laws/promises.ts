import fc from 'fast-check'
import { expect } from 'vitest'
import { damagedCase } from '../generate/case.ts'
import { complaints } from '../oracle/index.ts'
import { boundHolds } from './bound.ts'
import { laws } from './laws.ts'
import { prefixHolds } from './prefix.ts'

// What cannot be mended without inventing: the end of a request is the caller's.
const unmendable = /at the end|the last message|no user speaks/

const milestone = 50_000

/**
 * Asserts every promise on generated damaged conversations, and that an independent checker agrees both ways.
 *
 * `from`: a long run that was ended goes on with this case.
 */
export function promisesHold(runs: number, seed?: number, from = 0): void {
  let judged = from
  const holds = fc.property(damagedCase, ({ api, policy, tail, document }) => {
    // A long run that is ended early has shown something, too.
    if (++judged % milestone === 0) process.stderr.write(`${judged} of ${runs}, seed ${seed}\n`)
    const refusals = complaints(document, { api, tail })
    const { document: mended, found } = laws({ document, api, policy, tail })
    const refused = found.filter(({ severity }) => severity === 'refused').map(({ rule }) => rule)
    const verdicts = `checker: ${refusals.join('; ') || 'accepts'} · found: ${refused.join(', ')}`
    expect(refused.length > 0, verdicts).toBe(refusals.length > 0)
    prefixHolds(document, api, policy)
    boundHolds(document, { api, policy, tail })
    if (policy === 'report') return
    const left = complaints(mended, { api, tail }).filter((complaint) => !unmendable.test(complaint))
    expect(left, 'the independent checker accepts the repaired document').toEqual([])
  })
  const start = from === 0 ? {} : { path: String(from) }
  const details = fc.check(holds, { numRuns: runs - from, ...start, ...(seed === undefined ? {} : { seed }) })
  // Told at once: a long run would otherwise keep it to itself until its neighbours are done.
  if (details.failed) console.log(fc.defaultReportMessage(details), details.errorInstance)
  expect(details.failed).toBe(false)
}
