import { allBranches } from '../contract/branches.ts'
import type { Entry, Lane } from '../contract/store.ts'
import { memberAt } from '../records/json.ts'
import { itemAt } from '../records/lists.ts'
import { agentOf, messageIn } from './record.ts'

/**
 * The conversation with the user, and those of subagents, whose events stand among the others.
 *
 * ```
 * compaction_start     all before it is summed up by compaction_complete, if that succeeds; what stands between stays
 * context_cleared      all before it is gone
 * ```
 */
export function lanesOf(entries: readonly Entry[]): readonly Lane[] {
  const main = mainTurns(entries)
  const asides = new Map<string, number[]>()
  for (const { index, value } of entries) {
    const agent = messageIn(value) === undefined ? undefined : agentOf(value)
    if (agent === undefined) continue
    const known = asides.get(agent)
    if (known === undefined) asides.set(agent, [index])
    else known.push(index)
  }
  // A subagent has ended by the time its session is resumed.
  const others = [...asides].map(([name, turns]): Lane => ({ ...laneOf(name, turns), isDormant: true }))
  return main.length === 0 ? others : [laneOf('main', main), ...others]
}

/** All that was ever said in a log: also what was summed up or cleared. */
export function branchesOf(entries: readonly Entry[]): readonly Lane[] {
  const lanes = lanesOf(entries)
  const sent = new Set(lanes.flatMap(({ turns }) => turns))
  const isTurn = ({ value }: Entry): boolean => messageIn(value) !== undefined
  const hidden = entries.filter((entry) => isTurn(entry) && !sent.has(entry.index))
  return allBranches(entries, lanes, isTurn, (leaf) => ({
    ...laneOf(
      'hidden',
      hidden.map(({ index }) => index),
    ),
    leaf,
  }))
}

function laneOf(name: string, turns: readonly number[]): Lane {
  return { name, turns, leaf: turns.at(-1) ?? -1 }
}

function mainTurns(entries: readonly Entry[]): readonly number[] {
  let turns: number[] = []
  let begun: number | undefined
  let isCut = false
  for (const { index, value } of entries) {
    if (agentOf(value) !== undefined) continue
    if (messageIn(value) !== undefined) turns.push(index)
    else if (value.type === 'session.compaction_start') begun = index
    else if (value.type === 'session.context_cleared') [turns, isCut] = [[], true]
    else if (value.type === 'session.compaction_complete' && memberAt(value.data, ['success']) === true) {
      const from = begun ?? index
      turns = turns.filter((turn) => turn > from)
      ;[begun, isCut] = [undefined, true]
    }
  }
  return isCut ? withCalls(entries, turns) : turns
}

/** The same without results whose calls were summed up. */
function withCalls(entries: readonly Entry[], turns: readonly number[]): readonly number[] {
  const called = new Set<unknown>()
  return turns.filter((index) => {
    const { type, data } = itemAt(entries, index).value
    const requests = memberAt(data, ['toolRequests'])
    for (const call of Array.isArray(requests) ? requests : []) called.add(memberAt(call, ['toolCallId']))
    return type !== 'tool.execution_complete' || called.has(memberAt(data, ['toolCallId']))
  })
}
