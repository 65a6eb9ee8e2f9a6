import { apply, type Edit, type Plan } from '@mortise/core'
import { expect } from 'vitest'
import {
  applyBytes,
  applySplices,
  applyUndo,
  spliceBytes,
  splicesOf,
  type Undo,
} from '../../core/src/bytes/index.ts'

/** The value that bytes hold, without a byte order mark. */
export function parsed(bytes: Uint8Array): unknown {
  return JSON.parse(
    Buffer.from(bytes)
      .toString()
      .replace(/^\uFEFF/, ''),
  )
}

/** Asserts all that splicing promises for one plan that fits, and gives the bytes made. */
export function byteLaws(bytes: Uint8Array, plan: Plan, how: string): Uint8Array {
  const before = bytes.slice()
  const wanted = apply(parsed(bytes), plan)
  if (!wanted.ok) throw wanted.error
  const made = applyBytes(bytes, JSON.parse(JSON.stringify(plan)) as Plan)
  if (!made.ok) throw made.error
  const text = JSON.stringify(parsed(made.value))
  expect(text, `${how}: it parses to what apply makes, members in order`).toBe(JSON.stringify(wanted.value))
  expect(same(bytes, before), 'the input is untouched').toBe(true)
  if (plan.edits.length === 0) expect(made.value, 'nothing to do, same buffer').toBe(bytes)
  undoRestores(bytes, plan, made.value)
  untouchedStays(bytes, plan, made.value)
  return made.value
}

function undoRestores(bytes: Uint8Array, plan: Plan, made: Uint8Array): void {
  const spliced = spliceBytes(bytes, plan)
  if (!spliced.ok) throw spliced.error
  expect(same(spliced.value.bytes, made), 'with or without undo the same').toBe(true)
  const stored = JSON.parse(JSON.stringify(spliced.value.undo)) as Undo
  expect(stored).toEqual(spliced.value.undo)
  const undone = applyUndo(made, stored)
  expect(undone.ok && same(undone.value, bytes), 'undo restores byte for byte').toBe(true)
  if (plan.edits.length > 0 && !same(made, bytes))
    expect(applyUndo(bytes, stored).ok, 'an undo fits what it was made for').toBe(false)
}

function untouchedStays(bytes: Uint8Array, plan: Plan, made: Uint8Array): void {
  const splices = splicesOf(bytes, plan)
  if (!splices.ok) throw splices.error
  let read = 0
  let written = 0
  for (const { start, end, insert } of splices.value) {
    expect(start, 'in order').toBeGreaterThanOrEqual(read)
    const length = start - read
    expect(same(bytes.subarray(read, start), made.subarray(written, written + length))).toBe(true)
    written += length + insert.length
    read = end
  }
  expect(same(bytes.subarray(read), made.subarray(written)), 'untouched ranges stay').toBe(true)
  expect(same(applySplices(bytes, splices.value), made)).toBe(true)
}

export function same(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0
}

/** The same edits, each made for another document. */
export function misfits(edits: readonly Edit[]): Edit[] {
  return edits.map((edit): Edit => {
    switch (edit.do) {
      case 'insert':
        return { ...edit, beside: `not ${edit.beside}` }
      case 'replace':
        return { ...edit, from: [edit.from] }
      case 'set':
        return { ...edit, at: [...edit.at, 'nowhere'] }
      default:
        return { ...edit, value: [edit.value] }
    }
  })
}
