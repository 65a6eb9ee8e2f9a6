import { allBranches } from '../contract/branches.ts'
import type { Entry, Lane } from '../contract/store.ts'
import { isObject, memberAt, nonEmpty } from '../records/json.ts'
import { itemAt } from '../records/lists.ts'
import { modelOf, orphanCopesOf } from './api.ts'
import { eventIn, messageIn } from './record.ts'

/**
 * The items that Codex sends next, read as it replays a file from its first line.
 *
 * ```
 * item            is sent
 * compacted       stands for all items before it
 * rolled back N   the last N turns of the user are not sent any more
 * ```
 */
export function lanesOf(entries: readonly Entry[]): readonly Lane[] {
  const turns = withoutInherited(entries, replayed(entries))
  if (turns.length === 0) return []
  const model = modelOf(entries)
  const lane = { name: 'main', turns, leaf: turns.at(-1) ?? -1, copes: orphanCopesOf(entries, turns) }
  return [model === undefined ? lane : { ...lane, model }]
}

/** All items of a file: also those that were compacted or rolled back. */
export function branchesOf(entries: readonly Entry[]): readonly Lane[] {
  const lanes = lanesOf(entries)
  const sent = new Set(lanes.flatMap(({ turns }) => turns))
  const isTurn = ({ value }: Entry): boolean => messageIn(value) !== undefined
  const hidden = entries.filter((entry) => isTurn(entry) && !sent.has(entry.index))
  return allBranches(entries, lanes, isTurn, (leaf) => {
    return { name: 'hidden', leaf, turns: hidden.map(({ index }) => index) }
  })
}

/** The start of a turn of the user: the items that were sent when it began. */
interface Mark {
  readonly sent: readonly number[]
  readonly count: number
}

function replayed(entries: readonly Entry[]): readonly number[] {
  let sent: number[] = []
  let marks: Mark[] = []
  for (const { index, value } of entries) {
    if (messageIn(value) !== undefined) sent.push(index)
    else if (value.type === 'compacted') sent = []
    else if (value.type !== 'event_msg') continue
    else if (eventIn(value, 'user_message') !== undefined) marks.push(markAt(entries, sent))
    else {
      const turns = memberAt(eventIn(value, 'thread_rolled_back'), ['num_turns'])
      if (typeof turns !== 'number' || turns < 1 || marks.length === 0) continue
      const at = Math.max(0, marks.length - turns)
      const { sent: then, count } = itemAt(marks, at)
      sent = then.slice(0, count)
      marks = marks.slice(0, at)
    }
  }
  return sent
}

/** A turn begins with what the user said, which Codex writes right before the event that tells of it. */
function markAt(entries: readonly Entry[], sent: readonly number[]): Mark {
  const last = sent.at(-1)
  const said = last === undefined ? undefined : itemAt(entries, last).value
  return { sent, count: sent.length - (memberAt(said, ['payload', 'role']) === 'user' ? 1 : 0) }
}

/**
 * The same without results whose calls stand in another file.
 *
 * A subagent, a fork and a thread that was compacted go on from a prefix that is kept in the file of their base.
 */
function withoutInherited(entries: readonly Entry[], turns: readonly number[]): readonly number[] {
  if (!isObject(memberAt(entries[0]?.value, ['payload', 'history_base']))) return turns
  const itemOf = (index: number): unknown => itemAt(entries, index).value.payload
  const called = new Set(turns.map((index) => (isResult(itemOf(index)) ? undefined : idOf(itemOf(index)))))
  return turns.filter((index) => {
    const id = idOf(itemOf(index))
    return !isResult(itemOf(index)) || id === undefined || called.has(id)
  })
}

function isResult(item: unknown): boolean {
  return nonEmpty(memberAt(item, ['type']))?.endsWith('_output') === true
}

function idOf(item: unknown): string | undefined {
  return nonEmpty(memberAt(item, ['call_id']))
}
