import { apply, type Plan, plan } from '@mortise/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyBytes } from '../../core/src/bytes/index.ts'
import { encode } from '../../core/src/bytes/text/utf8.ts'
import { sortEdits } from '../../core/src/engine/diff/invert.ts'
import { type Case, damagedCase } from '../generate/case.ts'
import { difference, json } from '../generate/difference.ts'
import { apiOf } from '../laws/task.ts'
import { byteLaws, misfits, parsed } from './byte-laws.ts'
import { drawFrom, stylesOf, writeAtWill } from './styles.ts'

describe('splicing', () => {
  test('mends damaged conversations of all formats, however they are written', () => {
    let changed = 0
    fc.assert(
      fc.property(damagedCase, fc.nat(), ({ document, api, policy, tail }: Case, seed) => {
        const { plan: made } = plan(document, apiOf(api, document).rulebook, policy, { tail })
        const mended = apply(document, made)
        for (const { name, write, isAtWill } of stylesOf(seed)) {
          const bytes = byteLaws(encode(write(document)), made, name)
          if (!isAtWill && mended.ok)
            expect(Buffer.from(bytes).toString(), `${name}: one way to write all`).toBe(write(mended.value))
          if (made.edits.length > 0) changed++
        }
      }),
      { numRuns: 150 },
    )
    expect(changed, 'cases in which something is to be changed').toBeGreaterThan(250)
  })

  test('makes any document of any other', () => {
    fc.assert(
      fc.property(json, json, fc.nat(), (before, after, seed) => {
        const bytes = encode(writeAtWill(before, drawFrom(seed)))
        byteLaws(bytes, { edits: sortEdits(difference(parsed(bytes), after)) }, 'at will')
      }),
      { numRuns: 400 },
    )
  })

  test('refuses every edit that was made for another document', () => {
    fc.assert(
      fc.property(json, json, (before, after) => {
        const bytes = encode(JSON.stringify(before))
        for (const edit of misfits(difference(before, after)))
          expect(applyBytes(bytes, { edits: [edit] }).ok, JSON.stringify(edit)).toBe(false)
      }),
      { numRuns: 150 },
    )
  })

  test('keeps the bytes of all that it moves', () => {
    const element = fc.tuple(fc.nat(), json).map(([id, value]) => ({ id, value, n: id + 0.5 }))
    const list = fc.uniqueArray(element, { selector: ({ id }) => id, maxLength: 8 })
    const shuffled = list.chain((before) =>
      fc.record({
        before: fc.constant(before),
        after: fc.shuffledSubarray(before, { minLength: before.length }),
      }),
    )
    fc.assert(
      fc.property(shuffled, fc.nat(), ({ before, after }, seed) => {
        const draw = drawFrom(seed)
        const written = new Map(before.map((value) => [value, writeAtWill(value, draw).trim()]))
        const bytes = encode(`[${before.map((value) => written.get(value)).join(',')}]`)
        const edits: Plan['edits'] = sortEdits(difference(parsed(bytes), parsedAs(after, written)))
        const made = byteLaws(bytes, { edits }, 'moved')
        expect(Buffer.from(made).toString()).toBe(`[${after.map((value) => written.get(value)).join(',')}]`)
      }),
      { numRuns: 150 },
    )
  })
})

/** The same values as they are once written and read. */
function parsedAs<Value>(values: readonly Value[], written: ReadonlyMap<Value, string>): unknown[] {
  return values.map((value) => JSON.parse(written.get(value) ?? 'null'))
}
