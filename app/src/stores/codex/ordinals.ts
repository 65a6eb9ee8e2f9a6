import type { Numbering } from '../contract/numbering.ts'
import type { Entry } from '../contract/store.ts'
import { memberAt } from '../records/json.ts'
import { isHeader, isOwn } from './record.ts'

/**
 * The ordinals of a paginated log: each record has one more than the record before it.
 *
 * The first one is 0, or follows the part of another file that this one goes on from.
 */
export const numbering: Numbering = {
  path: ['ordinal'],
  named: [['payload', 'subagent_history_start_ordinal']],
  counts: (value) => typeof value.ordinal === 'number' || isOwn(value),
  startIn,
}

/** Only the first record says that a log is paginated. */
function startIn(entries: readonly Entry[]): number | undefined {
  const meta = entries.find(({ value }) => isHeader(value))?.value.payload
  const isPaginated = memberAt(meta, ['history_mode']) === 'paginated'
  if (!isPaginated) return undefined
  const base = memberAt(meta, ['history_base', 'end_ordinal_exclusive'])
  return typeof base === 'number' && Number.isSafeInteger(base) && base >= 0 ? base : 0
}
