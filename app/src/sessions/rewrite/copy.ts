import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { applyBytes, applySplices, type Splice } from '@mortise/core'
import { memberEdit } from '../../stores/changes/record-edits.ts'
import type { Naming } from '../../stores/contract/naming.ts'
import type { Entry, Store } from '../../stores/contract/store.ts'
import { newId } from '../../stores/links/new-id.ts'
import { readRecords } from '../../stores/records/entries.ts'
import { memberAt, nonEmpty } from '../../stores/records/json.ts'

/** A session under another id. */
export interface Copy {
  readonly id: string
  readonly path: string
  readonly bytes: Uint8Array
}

/** Gives a session another id, in its file name and in each record that names its session. */
export function copyOf(
  store: Store,
  naming: Naming,
  path: string,
  bytes: Uint8Array,
  taken: ReadonlySet<string>,
): Copy {
  const seed = `copy\n${path}\n${createHash('sha256').update(bytes).digest('hex')}`
  const id = newId(naming.shape ?? 'uuid', seed, (name) => taken.has(basename(naming.fileOf(path, name))))
  const splices = readRecords(bytes, store).entries.flatMap((entry) => renamed(bytes, entry, naming, id))
  return { id, path: naming.fileOf(path, id), bytes: applySplices(bytes, splices) }
}

function renamed(
  bytes: Uint8Array,
  { start, end, value }: Entry,
  { members, isNamed = () => true }: Naming,
  id: string,
): readonly Splice[] {
  if (!isNamed(value)) return []
  const edits = members
    .filter((path) => nonEmpty(memberAt(value, path)) !== undefined)
    .map((path) => memberEdit(value, path, id, 'copy'))
  if (edits.length === 0) return []
  const outcome = applyBytes(bytes.subarray(start, end), { edits })
  if (!outcome.ok) throw outcome.error
  return [{ start, end, insert: outcome.value }]
}
