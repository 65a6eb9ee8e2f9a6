import { type NeovatePaths, neovatePaths } from '@mortise/core'
import { allBranches } from '../contract/branches.ts'
import type { Entry, Lane, Run } from '../contract/store.ts'
import { nonEmpty } from '../records/json.ts'
import { isMessage } from './record.ts'

/**
 * The conversation in a file: the last message in it and what stands on the way back to its root.
 *
 * A compacted conversation starts with a root of its own. Neovate sends what is on the way in the order of
 * the file, and twice what is twice in it.
 */
export function lanesOf(entries: readonly Entry[]): readonly Lane[] {
  const { leaf, sent } = pathsOf(entries)
  return leaf < 0 ? [] : [{ name: 'main', leaf, turns: sent() }]
}

/** All that was ever said in a file: also before it was compacted, and on ways that were left. */
export function branchesOf(entries: readonly Entry[]): readonly Lane[] {
  const { wayTo } = pathsOf(entries)
  return allBranches(
    entries,
    lanesOf(entries),
    ({ value }) => isMessage(value),
    (leaf) => ({
      name: nonEmpty(entries[leaf]?.value.uuid) ?? `record ${leaf}`,
      leaf,
      turns: wayTo(leaf),
    }),
  )
}

/**
 * The root of the conversation, where it is one only because a note stood last in the file as it was written.
 *
 * Neovate takes the name that the last line has for the parent, and a note has none. A summary is a root that is meant.
 */
export function secondRootsIn(entries: readonly Entry[]): readonly number[] {
  const { leaf, wayTo } = pathsOf(entries)
  const [root] = wayTo(leaf)
  const value = entries[root ?? -1]?.value
  if (root === undefined || value === undefined || value.parentUuid !== null || 'uiContent' in value)
    return []
  const isNamed = ({ value: { uuid } }: Entry): boolean => typeof uuid === 'string'
  const [before] = entries.slice(Math.max(root - 1, 0), root)
  if (before === undefined || isNamed(before)) return []
  return entries.slice(0, root).some(({ value: earlier }) => isMessage(earlier)) ? [root] : []
}

/** Results of one turn of the model that share a parent, of which the agent sees the last one only. */
export function runsIn(entries: readonly Entry[]): readonly Run[] {
  const { leaf, wayTo, siblingsOn } = pathsOf(entries)
  return siblingsOn(wayTo(leaf))
}

/** The paths that were asked for last. */
let latest: { readonly entries: readonly Entry[]; readonly paths: NeovatePaths } | undefined

function pathsOf(entries: readonly Entry[]): NeovatePaths {
  if (latest?.entries !== entries) {
    const values = entries.map(({ value }) => value)
    latest = { entries, paths: neovatePaths(values, 'file') }
  }
  return latest.paths
}
