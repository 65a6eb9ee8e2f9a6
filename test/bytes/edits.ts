import { expect, test } from 'vitest'
import { applyBytes } from '../../core/src/bytes/index.ts'
import { encode } from '../../core/src/bytes/text/utf8.ts'
import type { Edit } from '../../core/src/model/edit.ts'
import { fingerprintOf } from '../../core/src/model/fingerprint.ts'
import type { Place } from '../../core/src/model/place.ts'

const why = 'test'
export const insert = (at: Place, value: unknown, beside?: unknown): Edit => ({
  do: 'insert',
  at,
  value,
  beside: fingerprintOf(beside),
  why,
})
export const remove = (at: Place, value: unknown): Edit => ({ do: 'remove', at, value, beside: '', why })
export const replace = (at: Place, from: unknown, value: unknown): Edit => ({
  do: 'replace',
  at,
  from,
  value,
  why,
})
export const set = (at: Place, value: unknown, index: number): Edit => ({ do: 'set', at, value, index, why })
export const unset = (at: Place, value: unknown, index = 0): Edit => ({ do: 'unset', at, value, index, why })

/** What the bytes of a text become, as a text, or the code of the refusal. */
export function spliced(text: string, edits: readonly Edit[]): string {
  const outcome = applyBytes(encode(text), { edits })
  return outcome.ok ? Buffer.from(outcome.value).toString() : outcome.error.code
}

/** One row of a table of splices. */
export type Row = readonly [name: string, before: string, edits: readonly Edit[], after: string]

/** Tests each row. */
export function table(rows: readonly Row[]): void {
  test.each(rows)('%s', (_, before, edits, after) => {
    expect(spliced(before, edits)).toBe(after)
  })
}
