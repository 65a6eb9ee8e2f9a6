import type { Picks } from '../../model/picks.ts'

/** A pick of all that any of these wants; what it leaves of a value is strange to none of them. */
export function mergePicks(picks: readonly Picks[]): Picks {
  return picks.reduce(merge, {})
}

function merge(left: Picks, right: Picks): Picks {
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

function both(left: Picks | undefined, right: Picks | undefined): Picks | undefined {
  if (left === undefined || right === undefined) return opened(left ?? right)
  return merge(left, right)
}

/** A pick that lets other members pass, through and through. */
function opened(pick: Picks | undefined): Picks | undefined {
  return pick === undefined ? undefined : merge(pick, {})
}

function mergeMembers(left: Picks['members'], right: Picks['members']): Picks['members'] {
  if (left === undefined && right === undefined) return undefined
  const members: Record<string, Picks> = {}
  for (const name of new Set([...Object.keys(left ?? {}), ...Object.keys(right ?? {})])) {
    const member = both(left?.[name], right?.[name])
    if (member !== undefined) members[name] = member
  }
  return members
}
