import { memberEdit } from '../changes/record-edits.ts'
import { allBranches } from '../contract/branches.ts'
import { resultWithoutCall } from '../contract/core-rules.ts'
import type { Entry, Lane, Links, Uncut } from '../contract/store.ts'
import { treeOf } from '../links/links.ts'
import { isObject, memberAt, nonEmpty } from '../records/json.ts'
import { itemAt } from '../records/lists.ts'
import { answeredBy, isCall, isHeader, isSent, messageIn } from './record.ts'

/**
 * The conversation in a file: what stands on the way to its last record, of whatever type.
 *
 * Without a header at its head a file counts as empty. The summary stands in for the compacted turns:
 *
 *     way:   a ── b ── c ── d ── compaction (keeps from c on) ── e
 *     sent:  compaction, c, d, e
 */
export function lanesOf(entries: readonly Entry[], links: Links): readonly Lane[] {
  const [first] = entries
  if (first === undefined || !isHeader(first.value) || entries.length === 1) return []
  const leaf = entries.length - 1
  return [{ name: 'main', turns: sentOf(entries, wayTo(entries, leaf, links)), leaf }]
}

/** All that was ever said in a file: also what was compacted, failed, or left out, and on ways that were left. */
export function branchesOf(entries: readonly Entry[], links: Links): readonly Lane[] {
  const isTurn = ({ value }: Entry): boolean => messageIn(value) !== undefined
  const laneTo = (leaf: number, name: string): Lane => {
    const way = wayTo(entries, leaf, links)
    return { name, leaf, turns: way.filter((index) => isTurn(itemAt(entries, index))) }
  }
  const nameOf = (leaf: number): string => nonEmpty(entries[leaf]?.value.id) ?? `record ${leaf}`
  const main = entries.length === 0 ? [] : [laneTo(entries.length - 1, 'main')]
  return allBranches(entries, main, isTurn, (leaf) => laneTo(leaf, nameOf(leaf)))
}

/** Whether the records of a file only stand in a row, as in version 1. */
export function isLinear(entries: readonly Entry[]): boolean {
  return !entries.some(({ value }) => 'parentId' in value)
}

/** The records on the way to one, first to last; a parent that is missing ends it. */
export function wayTo(entries: readonly Entry[], leaf: number, links: Links): readonly number[] {
  const isRecord = (index: number): boolean => index > 0 || !isHeader(itemAt(entries, 0).value)
  if (isLinear(entries)) return entries.map(({ index }) => index).filter(isRecord)
  const tree = treeOf(entries, links)
  const way = new Set<number>()
  for (let at: number | undefined = leaf; at !== undefined && !way.has(at); at = tree.parentOf(at)) {
    if (isRecord(at)) way.add(at)
  }
  return [...way].reverse()
}

function sentOf(entries: readonly Entry[], way: readonly number[]): readonly number[] {
  const isTurn = (index: number): boolean => isSent(itemAt(entries, index).value)
  const cut = compactionIn(entries, way)
  if (cut === undefined) return way.filter(isTurn)
  const { at, from } = cut
  return [itemAt(way, at), ...way.slice(from, at).filter(isTurn), ...way.slice(at + 1).filter(isTurn)]
}

interface Compaction {
  /** Its position on the way. */
  readonly at: number
  /** The position of the first record that is kept; nothing is where there is none. */
  readonly from: number
}

function compactionIn(entries: readonly Entry[], way: readonly number[]): Compaction | undefined {
  const at = way.findLastIndex((index) => entries[index]?.value.type === 'compaction')
  if (at < 0) return undefined
  const { firstKeptEntryId: id, firstKeptEntryIndex: number } = itemAt(entries, itemAt(way, at)).value
  const from = way.findIndex((index, position) => {
    if (position >= at) return false
    return nonEmpty(id) === undefined ? index === number : entries[index]?.value.id === id
  })
  return { at, from: from < 0 ? at : from }
}

/** Moves the cut of a compaction back to the answer whose call a result belongs to, if it stands before the cut. */
export function uncut(
  entries: readonly Entry[],
  lane: Lane,
  position: number,
  links: Links,
): Uncut | undefined {
  const way = wayTo(entries, lane.leaf, links)
  const cut = compactionIn(entries, way)
  const result = lane.turns[position]
  const id = answeredBy(entries[result ?? -1]?.value.message)
  if (cut === undefined || result === undefined || id === undefined) return undefined
  const caller = way.slice(0, cut.from).findLast((index) => callsIn(itemAt(entries, index)).includes(id))
  // Nothing is mended by bringing back an answer that lacks something itself.
  if (caller === undefined || !isAnswered(entries, way, caller, result)) return undefined
  const compaction = itemAt(entries, itemAt(way, cut.at))
  const name = isLinear(entries) ? 'firstKeptEntryIndex' : 'firstKeptEntryId'
  const value = isLinear(entries) ? caller : entries[caller]?.value.id
  return { index: compaction.index, edit: memberEdit(compaction.value, [name], value, resultWithoutCall) }
}

/** The ids of the calls in an answer that is sent. */
function callsIn({ value }: Entry): unknown[] {
  const content = isSent(value) && isObject(value.message) ? value.message.content : undefined
  return Array.isArray(content) ? content.filter(isCall).map((call) => call.id) : []
}

/** Whether an answer is followed by a result for each of its calls, one of which is this. */
function isAnswered(
  entries: readonly Entry[],
  way: readonly number[],
  caller: number,
  result: number,
): boolean {
  const after = way.slice(way.indexOf(caller) + 1).filter((index) => isSent(itemAt(entries, index).value))
  const messageOf = (index: number): unknown => entries[index]?.value.message
  const end = after.findIndex((index) => memberAt(messageOf(index), ['role']) !== 'toolResult')
  const results = end < 0 ? after : after.slice(0, end)
  const calls = callsIn(itemAt(entries, caller))
  const answered = new Set(results.map((index) => answeredBy(messageOf(index))))
  const isEven = calls.length === results.length && calls.length === answered.size
  return isEven && results.includes(result) && calls.every((id) => answered.has(id as string))
}
