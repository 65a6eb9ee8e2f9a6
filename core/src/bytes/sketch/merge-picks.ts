import type { Pick } from '../../model/pick.ts'

/** A pick of all that any of these wants; what it leaves of a value is strange to none of them. */
export function mergePicks(picks: readonly Pick[]): Pick {
  return picks.reduce(merge, {})
}

function merge(left: Pick, right: Pick): Pick {
  if (left.isWhole === true || right.isWhole === true) return { isWhole: true }
  const each = both(left.each, right.each)
  const members = mergeMembers(left.members, right.members)
  const isHead = left.isHead === true || right.isHead === true
  return {
    ...(each === undefined ? {} : { each }),
    ...(members === undefined ? {} : { members }),
    ...(isHead ? { isHead } : {}),
  }
}

function both(left: Pick | undefined, right: Pick | undefined): Pick | undefined {
  if (left === undefined || right === undefined) return opened(left ?? right)
  return merge(left, right)
}

/** A pick that lets other members pass, through and through. */
function opened(pick: Pick | undefined): Pick | undefined {
  return pick === undefined ? undefined : merge(pick, {})
}

function mergeMembers(left: Pick['members'], right: Pick['members']): Pick['members'] {
  if (left === undefined && right === undefined) return undefined
  const members: Record<string, Pick> = {}
  for (const name of new Set([...Object.keys(left ?? {}), ...Object.keys(right ?? {})])) {
    const member = both(left?.[name], right?.[name])
    if (member !== undefined) members[name] = member
  }
  return members
}
