import { allBranches } from '../branches.ts'
import { treeOf } from '../links.ts'
import type { Entry, Lane, Run } from '../store.ts'
import { links } from './links.ts'
import { callsIn, hasFailed, isAnswer, isMessage, resultsIn } from './record.ts'

/**
 * The conversation in a file: the last message in it and what stands on the way back to its root.
 *
 * A compacted conversation starts with a root of its own. Neovate sends what is on the way in the order of
 * the file, and twice what is twice in it.
 */
export function lanesOf(entries: readonly Entry[]): readonly Lane[] {
  const leaf = leafOf(entries)
  if (leaf < 0) return []
  const tree = treeOf(entries, links)
  const way = wayTo(entries, leaf)
  const unseen = runsOn(entries, way).flatMap((run) => run.unseen)
  const sent = new Set([...way, ...unseen])
  const ids = new Set([...sent].flatMap((index) => tree.idOf(index) ?? []))
  const isSent = ({ index, value }: Entry): boolean =>
    sent.has(index) || (isMessage(value) && ids.has(tree.idOf(index) ?? ''))
  return [{ name: 'main', leaf, turns: entries.filter(isSent).map(({ index }) => index) }]
}

/** All that was ever said in a file: also before it was compacted, and on ways that were left. */
export function branchesOf(entries: readonly Entry[]): readonly Lane[] {
  const tree = treeOf(entries, links)
  return allBranches(
    entries,
    lanesOf(entries),
    ({ value }) => isMessage(value),
    (leaf) => ({ name: tree.idOf(leaf) ?? `record ${leaf}`, leaf, turns: wayTo(entries, leaf) }),
  )
}

/**
 * The root of the conversation, where it is one only because a note stood last in the file as it was written.
 *
 * Neovate takes the name that the last line has for the parent, and a note has none. A summary is a root that is meant.
 */
export function secondRootsIn(entries: readonly Entry[]): readonly number[] {
  const leaf = leafOf(entries)
  const [root] = leaf < 0 ? [] : wayTo(entries, leaf)
  const value = entries[root ?? -1]?.value
  if (root === undefined || value === undefined || value.parentUuid !== null || 'uiContent' in value)
    return []
  const isNamed = ({ value: { uuid } }: Entry): boolean => typeof uuid === 'string'
  const [before] = entries.slice(Math.max(root - 1, 0), root)
  if (before === undefined || isNamed(before)) return []
  return entries.slice(0, root).some(({ value: earlier }) => isMessage(earlier)) ? [root] : []
}

/**
 * Results of one turn of the model that hang beside each other, where the agent sees the last one only.
 *
 * Cancelling answers each call that waits by a record of its own, and hangs all of them on the call:
 *
 *     user ── calls ── result 3            user ── calls ── result 1 ── result 2 ── result 3
 *               ├ result 2          →
 *               └ result 1
 */
export function runsIn(entries: readonly Entry[]): readonly Run[] {
  const leaf = leafOf(entries)
  return leaf < 0 ? [] : runsOn(entries, wayTo(entries, leaf))
}

function leafOf(entries: readonly Entry[]): number {
  return entries.findLastIndex(({ value }) => isMessage(value))
}

/** The messages on the way to one of them, first to last; a ring is left where it closes. */
function wayTo(entries: readonly Entry[], leaf: number): readonly number[] {
  const tree = treeOf(entries, links)
  const way = new Set<number>()
  for (let at: number | undefined = leaf; at !== undefined && !way.has(at); at = tree.parentOf(at)) {
    if (!isMessage((entries[at] as Entry).value)) break
    way.add(at)
  }
  return [...way].reverse()
}

function runsOn(entries: readonly Entry[], way: readonly number[]): readonly Run[] {
  const answers = answersOf(entries)
  const valueAt = (index: number): Entry['value'] => (entries[index] as Entry).value
  const onWay = new Set(way)
  return way.flatMap((caller, position): Run[] => {
    const calls = callsIn(valueAt(caller))
    const beside = calls.length === 0 ? [] : (answers.get(caller) ?? []).filter((index) => !onWay.has(index))
    if (beside.length === 0) return []
    const own = answersAfter(entries, way, position)
    const unseen = wanted(entries, calls, own, beside)
    if (unseen.length === 0) return []
    const next = way[position + 1 + own.length]
    const records = [caller, ...[...own, ...unseen].sort((left, right) => left - right)]
    return [{ records: next === undefined ? records : [...records, next], unseen }]
  })
}

/** The records that hold nothing but results, by the record that they hang on. */
function answersOf(entries: readonly Entry[]): ReadonlyMap<number, readonly number[]> {
  const tree = treeOf(entries, links)
  const answers = new Map<number, number[]>()
  for (const { index, value } of entries) {
    const parent = isMessage(value) && isAnswer(value) ? tree.parentOf(index) : undefined
    if (parent === undefined) continue
    const list = answers.get(parent)
    if (list === undefined) answers.set(parent, [index])
    else list.push(index)
  }
  return answers
}

/** The answers on the way right after a record. */
function answersAfter(entries: readonly Entry[], way: readonly number[], position: number): number[] {
  const answers: number[] = []
  for (let next = position + 1; next < way.length; next++) {
    const index = way[next] as number
    if (!isAnswer((entries[index] as Entry).value)) break
    answers.push(index)
  }
  return answers
}

/** Those of the answers beside the way that a call still waits for; what failed or was cancelled is asked last. */
function wanted(
  entries: readonly Entry[],
  calls: readonly string[],
  own: readonly number[],
  beside: readonly number[],
): readonly number[] {
  const resultsAt = (index: number): string[] => resultsIn((entries[index] as Entry).value)
  const waiting = new Set(calls)
  for (const id of own.flatMap(resultsAt)) waiting.delete(id)
  const isFailure = (index: number): boolean => hasFailed((entries[index] as Entry).value)
  const ranked = [...beside].sort((left, right) => Number(isFailure(left)) - Number(isFailure(right)))
  return ranked.filter((index) => {
    const answered = resultsAt(index).filter((id) => waiting.has(id))
    for (const id of answered) waiting.delete(id)
    return answered.length > 0
  })
}
