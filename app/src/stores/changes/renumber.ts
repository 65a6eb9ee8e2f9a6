import { applyBytes, applySplices, type Edit, type Splice } from '@mortise/core'
import type { Numbering } from '../contract/numbering.ts'
import type { Entry, Store } from '../contract/store.ts'
import { readRecords } from '../records/entries.ts'
import { memberAt } from '../records/json.ts'
import { memberEdit } from './record-edits.ts'

/** The same file with each record numbered one after the other, where its agent numbers them. */
export function renumbered(bytes: Uint8Array, store: Store): Uint8Array {
  const { numbering } = store
  if (numbering === undefined) return bytes
  const { entries } = readRecords(bytes, store)
  const start = numbering.startIn(entries)
  if (start === undefined) return bytes
  const counted = entries.filter(({ value }) => numbering.counts(value))
  const splices = counted.flatMap((entry, position) => {
    const named = position === 0 ? namedEdits(entry, counted, numbering, start) : []
    const edits = [...numberEdits(entry, numbering, start + position), ...named]
    return edits.length === 0 ? [] : [spliceOf(bytes, entry, edits)]
  })
  return splices.length === 0 ? bytes : applySplices(bytes, splices)
}

function numberEdits({ value }: Entry, { path }: Numbering, number: number): readonly Edit[] {
  return memberAt(value, path) === number ? [] : [memberEdit(value, path, number, why)]
}

/** Members of the first record that name another one: it is told by the number that it had. */
function namedEdits(
  { value }: Entry,
  counted: readonly Entry[],
  { path, named }: Numbering,
  start: number,
): readonly Edit[] {
  return named.flatMap((member) => {
    const number = memberAt(value, member)
    if (typeof number !== 'number') return []
    const at = counted.findIndex(({ value: other }) => Number(memberAt(other, path)) >= number)
    const now = start + (at < 0 ? counted.length : at)
    return now === number ? [] : [memberEdit(value, member, now, why)]
  })
}

const why = 'number'

function spliceOf(bytes: Uint8Array, { start, end }: Entry, edits: readonly Edit[]): Splice {
  const outcome = applyBytes(bytes.subarray(start, end), { edits })
  if (outcome.ok) return { start, end, insert: outcome.value }
  throw outcome.error
}
