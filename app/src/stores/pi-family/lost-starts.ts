import { memberEdit } from '../changes/record-edits.ts'
import type { Entry, Links, Uncut } from '../contract/store.ts'
import { treeOf } from '../links/links.ts'
import { nonEmpty } from '../records/json.ts'
import { itemAt } from '../records/lists.ts'
import { isLinear, wayTo } from './lanes.ts'
import { isSent } from './record.ts'

/**
 * The compaction whose first kept record is not in the file, and the edit that names one that is.
 *
 * Only the last one on the way decides what is sent. The record that followed the lost one, if it still says so, is where
 * the stretch starts now. Otherwise the last turn of the user before the compaction is: an agent keeps the newest turns.
 */
export function lostStarts(entries: readonly Entry[], links: Links): readonly Uncut[] {
  if (!entries.some(({ value }) => value.type === 'compaction')) return []
  const way = wayTo(entries, entries.length - 1, links)
  const at = way.findLastIndex((index) => entries[index]?.value.type === 'compaction')
  const compaction = entries[way[at] ?? -1]
  const before = way.slice(0, Math.max(at, 0)).map((index) => itemAt(entries, index))
  if (compaction === undefined || !isLost(entries, compaction, links)) return []
  const start = before.find(followsLost(compaction)) ?? before.findLast(isAsked)
  if (start === undefined) return []
  const edit = isLinear(entries)
    ? memberEdit(compaction.value, ['firstKeptEntryIndex'], start.index, '')
    : memberEdit(compaction.value, ['firstKeptEntryId'], start.value.id, '')
  return [{ index: compaction.index, edit }]
}

/** Whether a compaction names a record that the file does not hold. */
function isLost(entries: readonly Entry[], { value }: Entry, links: Links): boolean {
  const { firstKeptEntryId, firstKeptEntryIndex } = value
  if (isLinear(entries))
    return typeof firstKeptEntryIndex === 'number' && firstKeptEntryIndex >= entries.length
  const id = nonEmpty(firstKeptEntryId)
  return id !== undefined && treeOf(entries, links).find(id) === undefined
}

function followsLost({ value: { firstKeptEntryId } }: Entry): (entry: Entry) => boolean {
  const id = nonEmpty(firstKeptEntryId)
  return ({ value }) => id !== undefined && value.parentId === id
}

/** Whether a record is a turn of the user: what is sent may start with it. */
function isAsked({ value }: Entry): boolean {
  const { message } = value
  return isSent(value) && (message as { readonly role?: unknown } | undefined)?.role === 'user'
}
