import { type PolicyName, printPlace, type Rulebook, repair, rulebooks, scan, type Tail } from '@mortise/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amount } from '../amount.ts'
import { brokenOf, soundOf } from '../conformance/fixtures.ts'
import { apisOf, type Format } from '../generate/api.ts'
import { caseWith } from '../generate/case.ts'
import { steps } from '../generate/damage.ts'

interface Case {
  readonly document: unknown
  readonly policy: PolicyName
  readonly tail: Tail
}

/** Ollama's own API wants arguments in a form that every other API refuses. */
const apart = ['ollama']
/** Rules whose faults another row of `everywhere` finds: it refuses instructions wherever they stand, and any end on the model. */
const covered: Readonly<Record<string, readonly string[]>> = {
  'anthropic-messages': ['system-out-of-place', 'trailing-space'],
  'bedrock-converse': ['system-out-of-place'],
}

/** Members that one API demands and another refuses: the reasoning of models that think, and a start for the answer. */
const disputed = /`(?:reasoning_content|prefix)`/

/** An end on the model stays, and so does its white space. */
const sameEnd: Readonly<Record<string, readonly string[]>> = { 'ends-on-model': ['trailing-space'] }

const together = rulebooks.filter(({ name }) => name === 'everywhere')

describe.each(together)('everywhere, in $format', (all) => {
  const { format, rows } = all
  const apis = rulebooks.filter(
    (book) => book.format === format && book.name !== 'everywhere' && !apart.includes(book.name),
  )

  test('refuses by each rule by which one of the APIs refuses', () => {
    const missing = apis.flatMap((book) =>
      Object.entries(book.rows)
        .filter(([rule, row]) => row.severity === 'refused' && !covered[format]?.includes(rule))
        .filter(
          ([rule]) => !Object.entries(rows).some(([own, row]) => own === rule && row.severity === 'refused'),
        )
        .map(([rule]) => `${book.name}: ${rule}`),
    )
    expect(missing).toEqual([])
  })

  const known = [
    ...brokenOf(format).map(({ broken, ...row }) => ({ ...row, document: broken })),
    ...soundOf(format).map((row) => ({ ...row, policy: 'keep' as const })),
  ].filter(({ api }) => !apart.includes(api))

  test('a conversation repaired for it is refused by none of the APIs', () => {
    const found = known.flatMap((row) => refusals(all, apis, row).map((refusal) => `${row.file}, ${refusal}`))
    expect(found).toEqual([])
  })

  test('a drawn conversation, repaired for it, is refused by none of the APIs', { timeout: 120_000 }, () => {
    const names = apisOf(format as Format).filter((api) => !apart.includes(api))
    const law = fc.property(caseWith(steps, fc.constantFrom(...names)), (drawn) => {
      if (drawn.policy !== 'report') expect(refusals(all, apis, drawn)).toEqual([])
    })
    fc.assert(law, { numRuns: amount(150), seed: 12 })
  })
})

/** The refusals of APIs after a repair for all of them, other than those that the repair says are left. */
function refusals(all: Rulebook, apis: readonly Rulebook[], { document, policy, tail }: Case): string[] {
  const mended = repair(document, { api: all, policy, tail })
  const left = new Set(mended.report.left.flatMap(({ rule }) => [rule, ...(sameEnd[rule] ?? [])]))
  return apis.flatMap((api) =>
    scan(mended.document, api, { tail })
      .filter(
        ({ rule, severity, message }) => severity === 'refused' && !left.has(rule) && !disputed.test(message),
      )
      .map(({ rule, at }) => `${api.name}: ${rule} at ${printPlace(at)}`),
  )
}
