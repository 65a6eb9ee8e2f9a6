import { printPlace, repair, rulebooks, scan } from '@mortise/core'
import { describe, expect, test } from 'vitest'
import { brokenOf, soundOf } from '../conformance/fixtures.ts'

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

  test('a conversation repaired for it is refused by none of the APIs', () => {
    const cases = [
      ...brokenOf(format).map(({ broken, ...row }) => ({ ...row, document: broken })),
      ...soundOf(format),
    ].filter(({ api }) => !apart.includes(api))
    const refusals = cases.flatMap(({ file, document, tail }) => {
      const mended = repair(document, { api: all, tail })
      const left = new Set(mended.report.left.flatMap(({ rule }) => [rule, ...(sameEnd[rule] ?? [])]))
      return apis.flatMap(({ name }) =>
        scan(mended.document, name, { tail })
          .filter(
            ({ rule, severity, message }) =>
              severity === 'refused' && !left.has(rule) && !disputed.test(message),
          )
          .map(({ rule, at }) => `${file}, ${name}: ${rule} at ${printPlace(at)}`),
      )
    })
    expect(refusals).toEqual([])
  })
})
