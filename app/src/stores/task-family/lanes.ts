import { allBranches } from '../contract/branches.ts'
import type { Entry, Lane } from '../contract/store.ts'
import { type JsonObject, nonEmpty } from '../records/json.ts'
import { isMessage } from './record.ts'
import { behindSummary } from './rules.ts'

/**
 * The conversation that is sent: from the last summary on, without messages that a marker or summary hides.
 *
 * A hidden message names its marker, and is hidden only while that marker is in the file.
 *
 *     task ── call·T1 ── result·T1 ── marker T1 ── call ── result      sent: task, marker T1, call, result
 */
export function lanesOf(entries: readonly Entry[]): readonly Lane[] {
  const start = startOf(entries)
  const isHidden = hiddenFrom(entries, start)
  const turns = entries.filter(({ index, value }) => {
    const isBefore = index < start && !isTaskBefore(entries, index, start)
    return !isBefore && isMessage(value) && !isHidden(value)
  })
  if (turns.length === 0) return []
  const lane = { name: 'main', leaf: turns.at(-1)?.index ?? -1, turns: turns.map(({ index }) => index) }
  return [start > 0 ? { ...lane, copes: behindSummary } : lane]
}

/** All that was ever said in a file: also what is hidden. */
export function branchesOf(entries: readonly Entry[], lanes: readonly Lane[]): readonly Lane[] {
  const sent = new Set(lanes.flatMap(({ turns }) => turns))
  const hidden = entries.filter(({ index, value }) => isMessage(value) && !sent.has(index))
  return allBranches(
    entries,
    lanes,
    ({ value }) => isMessage(value),
    (leaf) => ({ name: 'hidden', leaf, turns: hidden.map(({ index }) => index) }),
  )
}

/** The position of the last summary; 0 where there is none. */
function startOf(entries: readonly Entry[]): number {
  return entries.findLast(({ value }) => value.isSummary === true)?.index ?? 0
}

/** Whether a message is the task itself, which is sent before a summary that the model said. */
function isTaskBefore(entries: readonly Entry[], index: number, start: number): boolean {
  return index === 0 && entries[start]?.value.role !== 'user'
}

function hiddenFrom(entries: readonly Entry[], start: number): (value: JsonObject) => boolean {
  const markers = new Set<string>()
  const summaries = new Set<string>()
  for (const { index, value } of entries) {
    const { isTruncationMarker, isSummary } = value
    const [marker, summary] = [nonEmpty(value.truncationId), nonEmpty(value.condenseId)]
    if (isTruncationMarker === true && marker !== undefined && index >= start) markers.add(marker)
    if (isSummary === true && summary !== undefined) summaries.add(summary)
  }
  return ({ truncationParent, condenseParent }) =>
    markers.has(nonEmpty(truncationParent) ?? '') || summaries.has(nonEmpty(condenseParent) ?? '')
}
