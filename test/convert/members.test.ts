import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { converters } from '../../core/src/formats/converters.ts'
import { convert, type Place } from '../../core/src/index.ts'
import { amount } from '../amount.ts'
import { caseWith } from '../generate/case.ts'
import { apiOf } from '../laws/task.ts'

const formats = converters.map(({ format }) => format)
const runs = amount(25)

/** The places of objects in a document; schemas and arguments are values of their own, in which nothing is unknown. */
function objectsIn(value: unknown, at: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return []
  const own = Array.isArray(value) ? [] : [at]
  const inner = Object.entries(value).filter(([key]) => !free.has(key))
  return [
    ...own,
    ...inner.flatMap(([key, child]) => objectsIn(child, [...at, Array.isArray(value) ? Number(key) : key])),
  ]
}

/** Members whose values are the user's: everything in them is carried. */
const free: ReadonlySet<string> = new Set([
  'input_schema',
  'inputSchema',
  'parameters',
  'parametersJsonSchema',
  'input',
  'args',
  'arguments',
  'response',
  'metadata',
  'requestMetadata',
  'labels',
  'providerOptions',
  'value',
  'json',
])

function withMember(document: unknown, place: Place): unknown {
  const copy: unknown = structuredClone(document)
  const holder = place.reduce((value, step) => (value as Record<string | number, unknown>)[step], copy)
  Object.assign(holder as object, { zorkmid: '«unknown»' })
  return copy
}

describe.each(formats)('a member that nobody knows, in %s', (from) => {
  const targets = formats.filter((format) => format !== from)

  test.each(targets)(`is in \`lost\` with its place when it goes to %s (${runs} cases)`, (to) => {
    const cases = caseWith(fc.constant([])).filter(
      ({ api, document }) => apiOf(api, document).format.name === from,
    )
    fc.assert(
      fc.property(cases, fc.nat(), ({ api, document }, number) => {
        const places = objectsIn(document)
        const place = places[number % places.length] ?? []
        const damaged = withMember(document, place)
        const { rulebook } = apiOf(api, document)
        const { report, document: made } = convert(damaged, { from, fromApi: rulebook, to })
        const told = report.lost.some(({ at }) =>
          at.every((step, depth) => step === [...place, 'zorkmid'][depth]),
        )
        const isCarried = JSON.stringify(made).includes('«unknown»')
        expect(told || isCarried, place.join('.')).toBe(true)
      }),
      { numRuns: runs, seed: 7 },
    )
  })
})
