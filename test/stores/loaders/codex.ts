import { isObject, type Json, recordsIn } from './lines.ts'

/**
 * How Codex opens a rollout, written from its own source (rollout/src/ordinal.rs, its projection of turns): the number of
 * the next record, or the sentence with which it refuses.
 */
export function openedByCodex(bytes: Uint8Array): number | undefined | string {
  const records = recordsIn(bytes)
  const [first] = records
  if (first === undefined) return 'contains no records'
  if (first.type !== 'session_meta') return 'does not start with session metadata'
  const meta = isObject(first.payload) ? first.payload : {}
  if (meta.history_mode !== 'paginated') return undefined
  const ordinal = records.findLast(isLine)?.ordinal
  return typeof ordinal === 'number' ? ordinal + 1 : 'is missing an ordinal'
}

/** The first record at which versions before 0.160 stop listing the turns of a paginated log. */
export function stalledAt(bytes: Uint8Array): number | undefined {
  const records = recordsIn(bytes)
  const meta = isObject(records[0]?.payload) ? records[0].payload : {}
  if (meta.history_mode !== 'paginated') return undefined
  const base = isObject(meta.history_base) ? Number(meta.history_base.end_ordinal_exclusive) : 0
  const lines = records.filter(isLine)
  const at = lines.findIndex(({ ordinal }, index) => ordinal !== base + index)
  return at < 0 ? undefined : at
}

const types = ['session_meta', 'response_item', 'event_msg', 'turn_context', 'compacted', 'world_state']

function isLine({ timestamp, type, ordinal, payload }: Json): boolean {
  return (
    (types.includes(String(type)) && isObject(payload) && typeof timestamp === 'string') ||
    ordinal !== undefined
  )
}
