import { allBranches } from '../contract/branches.ts'
import type { Entry, Lane } from '../contract/store.ts'
import { isObject, memberAt, nonEmpty } from '../records/json.ts'
import { itemAt } from '../records/lists.ts'
import { messageIn } from './record.ts'

/**
 * The conversation that Kimi Code goes on with, as it replays its log from the first line.
 *
 * ```
 * a message or a piece of a step   is sent
 * apply_compaction                 stands for all before it
 * undo N                           takes back the last N messages of the user, and what followed
 * clear                            begins anew
 * agent.switched                   goes on from a line of another branch
 * ```
 */
export function lanesOf(entries: readonly Entry[]): readonly Lane[] {
  const turns = replayed(entries)
  return turns.length === 0 ? [] : [{ name: 'main', leaf: turns.at(-1) ?? -1, turns }]
}

/** All that was ever said in a log: also what was compacted, cleared or taken back. */
export function branchesOf(entries: readonly Entry[]): readonly Lane[] {
  const lanes = lanesOf(entries)
  const sent = new Set(lanes.flatMap(({ turns }) => turns))
  const isTurn = ({ value }: Entry): boolean => messageIn(value) !== undefined
  const hidden = entries.filter((entry) => isTurn(entry) && !sent.has(entry.index))
  return allBranches(entries, lanes, isTurn, (leaf) => {
    return { name: 'hidden', leaf, turns: hidden.map(({ index }) => index) }
  })
}

function replayed(entries: readonly Entry[]): readonly number[] {
  let sent: number[] = []
  let isCompacted = false
  const paired = pairedUndos(entries)
  for (const { index, value } of onBranch(entries)) {
    if (messageIn(value) !== undefined) sent.push(index)
    else if (value.type === 'context.clear' || value.type === 'context.apply_compaction') {
      sent = []
      isCompacted = value.type === 'context.apply_compaction'
    } else if (value.type === 'context.undo' && !paired.has(index))
      sent = takenBack(entries, sent, value.count)
  }
  return isCompacted ? withCalls(entries, sent) : sent
}

/** The same without results whose calls a compaction stands for. */
function withCalls(entries: readonly Entry[], turns: readonly number[]): readonly number[] {
  const called = new Set<unknown>()
  return turns.filter((index) => {
    const message = messageIn(itemAt(entries, index).value)?.message
    if (memberAt(message, ['type']) === 'tool.call') called.add(memberAt(message, ['toolCallId']))
    const calls = memberAt(message, ['toolCalls'])
    for (const call of Array.isArray(calls) ? calls : []) called.add(memberAt(call, ['id']))
    const isResult = memberAt(message, ['type']) === 'tool.result' || memberAt(message, ['role']) === 'tool'
    return !isResult || called.has(memberAt(message, ['toolCallId']))
  })
}

/** The turns before the last messages of the user, so many of them; all turns if there are fewer. */
function takenBack(entries: readonly Entry[], turns: number[], count: unknown): number[] {
  let left = typeof count === 'number' ? count : 0
  for (let at = turns.length - 1; at >= 0 && left > 0; at--) {
    if (!isSaid(itemAt(entries, itemAt(turns, at)))) continue
    left--
    if (left === 0) return turns.slice(0, at)
  }
  return turns
}

/** Whether the user said something in a record: an undo counts those. */
function isSaid({ value: { message } }: Entry): boolean {
  if (!isObject(message) || message.role !== 'user') return false
  const { origin } = message
  if (!isObject(origin)) return true
  if (origin.inTurn === true) return false
  const isCommand = origin.kind === 'skill_activation' || origin.kind === 'plugin_command'
  return origin.kind === 'user' || (isCommand && origin.trigger === 'user-slash')
}

/** A branch, and the line of another one that it goes on from. */
interface Branch {
  readonly from: number
  readonly to: number
  readonly base: { readonly branch: string; readonly line: number } | undefined
}

/** The records on the branch that is gone on with; lines are counted as records. */
function onBranch(entries: readonly Entry[]): readonly Entry[] {
  const branches = new Map<string, Branch>()
  let [name, from, base]: [string, number, Branch['base']] = ['main', 0, undefined]
  for (const { index, value } of entries) {
    const switched = switchIn(value)
    if (switched === undefined) continue
    branches.set(name, { from, to: index, base })
    ;[name, from, base] = [switched.branch, index + 1, switched.base]
  }
  branches.set(name, { from, to: entries.length, base })
  return isSwitched(entries) ? chainTo(entries, branches, name) : entries
}

/** Whether a log has branches: its records then name lines of it. */
export function isSwitched(entries: readonly Entry[]): boolean {
  return entries.some(({ value }) => value.type === 'agent.switched')
}

function chainTo(
  entries: readonly Entry[],
  branches: ReadonlyMap<string, Branch>,
  name: string,
): readonly Entry[] {
  const pieces: (readonly Entry[])[] = []
  const passed = new Set<string>()
  let [at, limit]: [string | undefined, number] = [name, Number.POSITIVE_INFINITY]
  while (at !== undefined && !passed.has(at)) {
    passed.add(at)
    const branch = branches.get(at)
    if (branch === undefined) break
    pieces.unshift(entries.slice(branch.from, Math.min(branch.to, limit)))
    ;[at, limit] = [branch.base?.branch, branch.base?.line ?? 0]
  }
  return pieces.flat()
}

function switchIn({
  type,
  branch,
  base,
}: Entry['value']): { branch: string; base: Branch['base'] } | undefined {
  const [name, from, line] = [
    nonEmpty(branch),
    nonEmpty(memberAt(base, ['branch'])),
    memberAt(base, ['line']),
  ]
  if (type !== 'agent.switched' || name === undefined || from === undefined || typeof line !== 'number')
    return undefined
  return { branch: name, base: { branch: from, line } }
}

/** The undo records that only repeat a switch, for older versions. */
function pairedUndos(entries: readonly Entry[]): ReadonlySet<number> {
  const lines = entries.map(({ value }) =>
    value.type === 'agent.switched' ? value.legacyUndoLine : undefined,
  )
  return new Set(lines.flatMap((line) => (typeof line === 'number' ? [line - 1] : [])))
}
