import { type Format, formats, scanBytes, type Tail } from '@mortise/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scanInFull, scanTask } from '../../core/src/engine/scan.ts'
import type { Finding } from '../../core/src/model/finding.ts'
import type { Api } from '../../core/src/model/format.ts'
import { isObject, type JsonObject } from '../../core/src/model/json.ts'
import { amount } from '../amount.ts'
import { brokenOf, soundOf } from '../conformance/fixtures.ts'
import { apis, formatOf } from '../generate/api.ts'
import { apiOf, taskOf } from './task.ts'

const tails: readonly Tail[] = ['closed', 'rest', 'open']

/** The documents of the fixtures of a format. */
function documentsOf(format: string): readonly unknown[] {
  return [...soundOf(format).map(({ document }) => document), ...brokenOf(format).map(({ broken }) => broken)]
}

/** Draws some turns that follow each other in one of the documents. */
function runsIn(format: Format, documents: readonly unknown[]): fc.Arbitrary<readonly unknown[]> {
  const lists = documents.map((document) => format.turnsOf(document) ?? []).filter(({ length }) => length > 0)
  return fc
    .tuple(fc.constantFrom(...lists), fc.nat(100), fc.integer({ min: 1, max: 4 }))
    .map(([turns, from, count]) => turns.slice(from % turns.length, (from % turns.length) + count))
}

/** Draws a conversation of turns out of several documents, alone or in the body of one of them. */
function mixturesOf(format: Format): fc.Arbitrary<unknown> {
  const documents = documentsOf(format.name)
  const bodies: readonly JsonObject[] = documents.filter(isObject)
  const [member = 'messages'] = bodies[0] === undefined ? [] : (format.rootOf(bodies[0]) as [string])
  const turns = fc.array(runsIn(format, documents), { minLength: 1, maxLength: 4 }).map((runs) => runs.flat())
  const body =
    bodies.length === 0 ? fc.constant(undefined) : fc.option(fc.constantFrom(...bodies), { nil: undefined })
  return fc
    .tuple(turns, body)
    .map(([list, around]) => (around === undefined ? list : { ...around, [member]: list }))
}

function told(found: readonly Finding[]): readonly unknown[] {
  return found.map(({ rule, at, severity }) => [rule, at, severity])
}

/** An API by its name; undefined where the document is one of another format. */
function apiFor(name: string, format: Format, document: unknown): Api | undefined {
  try {
    const api = apiOf(name, document)
    return api.format.name === format.name ? api : undefined
  } catch {
    return undefined
  }
}

describe.each(formats)('turns of different documents, put together: $name', (format) => {
  const own = apis.filter((api) => formatOf(api) === format.name)

  test('a quick look finds what a full read finds, on objects and on bytes', () => {
    const holds = fc.property(
      mixturesOf(format),
      fc.constantFrom(...own),
      fc.constantFrom(...tails),
      (mixture, name, tail) => {
        const text = JSON.stringify(mixture)
        const document: unknown = JSON.parse(text)
        const api = apiFor(name, format, document)
        fc.pre(api !== undefined)
        const task = taskOf(document, api, tail)
        const full = told(scanInFull(task))
        expect(told(scanTask(task))).toEqual(full)
        const bytes = new TextEncoder().encode(text)
        expect(told(scanBytes(bytes, { api: api.rulebook, tail }).found)).toEqual(full)
      },
    )
    fc.assert(holds, { numRuns: amount(50) })
  })
})
