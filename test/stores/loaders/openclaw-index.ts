import { isObject, type Json, listIn } from './lines.ts'

/** A row of OpenClaw's index: of the active branch, of the words in it, or of its state. */
export type IndexRow = readonly (string | number | null)[]

/** The index that OpenClaw makes of the records of a session, without navigation and resets, which samples do not have. */
export interface Index {
  /** `[active_position, event_seq, message_position, context_eligible]`. */
  readonly active: readonly IndexRow[]
  /** `[message_id, role, text, timestamp]`. */
  readonly words: readonly IndexRow[]
  /** `[indexed_seq, leaf_event_id, needs_rebuild, active_event_count, active_message_count]`. */
  readonly state: IndexRow
}

const kinds =
  /^(message|thinking_level_change|model_change|compaction|reset|branch_summary|custom|custom_message|label|session_info)$/

export function indexOf(records: readonly Json[]): Index {
  const parents = new Map<string, string | null>()
  const seqs = new Map<string, number>()
  let leaf: string | null = null
  for (const [seq, { id, type, parentId }] of records.entries()) {
    if (typeof id !== 'string' || !kinds.test(String(type))) continue
    const parent: string | null = typeof parentId === 'string' ? parentId : null
    // A parent that stands nowhere is the leaf.
    parents.set(id, parent === null || parents.has(parent) ? parent : leaf)
    seqs.set(id, seq)
    leaf = id
  }
  const way: number[] = []
  for (let at: string | null = leaf; at !== null && seqs.has(at); at = parents.get(at) ?? null)
    way.unshift(seqs.get(at) as number)
  let count = 0
  const active = way.map((seq, position): IndexRow => {
    const { message } = records[seq] as Json
    const isLeftOut = isObject(message) && message.excludeFromContext === true
    return [position, seq, message === undefined ? null : count++, isLeftOut ? 0 : 1]
  })
  const words = way.flatMap((seq): readonly IndexRow[] => {
    const { id, type, message, timestamp } = records[seq] as Json
    if (type !== 'message' || !isObject(message) || !/^(user|assistant)$/.test(String(message.role)))
      return []
    const texts = listIn(message.content).flatMap(({ type: kind, text }) => (kind === 'text' ? [text] : []))
    const text =
      typeof message.content === 'string'
        ? message.content.trim()
        : texts.filter((each) => String(each).trim() !== '').join('\n')
    return text === '' ? [] : [[String(id), String(message.role), text, Date.parse(String(timestamp))]]
  })
  return { active, words, state: [records.length - 1, leaf, 0, active.length, count] }
}
