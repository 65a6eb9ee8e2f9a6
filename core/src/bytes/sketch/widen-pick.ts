import type { Picks } from '../../model/picks.ts'

/** A pick of all that one wants, as strict as it is, and of what another wants besides. */
export function widenPick(pick: Picks, more: Picks): Picks {
  if (pick.isWhole === true || more.isWhole === true) return { isWhole: true }
  const each = widened(pick.each, more.each)
  const members = widenMembers(pick.members, more.members)
  return {
    ...pick,
    ...(each === undefined ? {} : { each }),
    ...(members === undefined ? {} : { members }),
    ...(more.isClosed === true ? { isClosed: true } : {}),
  }
}

function widened(pick: Picks | undefined, more: Picks | undefined): Picks | undefined {
  return pick === undefined || more === undefined ? (pick ?? more) : widenPick(pick, more)
}

function widenMembers(pick: Picks['members'], more: Picks['members']): Picks['members'] {
  if (pick === undefined || more === undefined) return pick ?? more
  const added = Object.entries(more).map(([name, member]) => [name, widened(pick[name], member) ?? member])
  return { ...pick, ...Object.fromEntries(added) }
}
