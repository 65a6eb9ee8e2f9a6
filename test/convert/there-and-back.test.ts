import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { converters } from '../../core/src/formats/converters.ts'
import { convert, scan } from '../../core/src/index.ts'
import { amount } from '../amount.ts'
import { rows } from '../corpus/rows.ts'
import { caseWith } from '../generate/case.ts'
import { steps } from '../generate/damage.ts'
import { apiOf } from '../laws/task.ts'
import { gistOf } from './gist.ts'
import { silentlyGone } from './silent.ts'

const formats = converters.map(({ format }) => format)
const runs = amount(Number(process.env.MORTISE_CONVERT ?? 10))
/** The faults that stay, since to mend them would be to invent something. */
const staying: ReadonlySet<string> = new Set(['ends-on-model', 'no-user-turn', 'no-turns', 'unreadable'])

/** One way from a document of an API to a format. */
interface Way {
  readonly document: unknown
  readonly from: string
  readonly api: string
  readonly to: string
}

/** The rules that must hold on every way; throws on the first that does not. */
function holds({ document, from, api, to }: Way): void {
  const source = frozen(structuredClone(document))
  const { rulebook } = apiOf(api, document)
  const made = convert(source, { from, fromApi: rulebook, to })
  expect(convert(source, { from, fromApi: rulebook, to })).toEqual(made)
  const left = made.report.left.filter(({ severity, rule }) => severity === 'refused' && !staying.has(rule))
  expect(left).toEqual([])
  expect(scan(made.document, made.to.api, {}).filter(({ severity }) => severity === 'refused')).toEqual(
    made.report.left.filter(({ severity }) => severity === 'refused'),
  )
  expect(silentlyGone(document, made)).toEqual([])
}

function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const child of Object.values(value)) frozen(child)
  return value
}

describe.each(formats)('from %s', (from) => {
  const targets = formats.filter((format) => format !== from)

  test.each(targets)(`${runs} damaged conversations to %s: accepted, and nothing goes silently`, (to) => {
    const cases = caseWith(steps).filter(({ api, document }) => apiOf(api, document).format.name === from)
    fc.assert(
      fc.property(cases, ({ api, document }) => holds({ document, from, api, to })),
      { numRuns: runs, seed: 21 },
    )
  })

  test.each(targets)('every row of the corpus to %s', (to) => {
    for (const { api, document, id } of rows) {
      if (apiOf(api, document).format.name !== from) continue
      try {
        holds({ document, from, api, to })
      } catch (error) {
        throw new Error(`${id}: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
  })

  test.each(targets)(`${runs} sound conversations to %s and back say the same`, (to) => {
    const cases = caseWith(fc.constant([])).filter(
      ({ api, document }) => apiOf(api, document).format.name === from,
    )
    fc.assert(
      fc.property(cases, ({ api, document }) => {
        const { rulebook } = apiOf(api, document)
        const there = convert(document, { from, fromApi: rulebook, to })
        const back = convert(there.document, { from: to, to: from, api: rulebook })
        const reader = converters.find(({ format }) => format === from)
        if (reader === undefined) throw new Error('no reader')
        expect(gistOf(back.document, reader)).toEqual(gistOf(document, reader, there.report.lost))
      }),
      { numRuns: runs, seed: 21 },
    )
  })
})
