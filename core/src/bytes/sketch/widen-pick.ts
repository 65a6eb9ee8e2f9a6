import type { Pick } from '../../model/pick.ts'

/** A pick of all that one wants, as strict as it is, and of what another wants besides. */
export function widenPick(pick: Pick, more: Pick): Pick {
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

function widened(pick: Pick | undefined, more: Pick | undefined): Pick | undefined {
  return pick === undefined || more === undefined ? (pick ?? more) : widenPick(pick, more)
}

function widenMembers(pick: Pick['members'], more: Pick['members']): Pick['members'] {
  if (pick === undefined || more === undefined) return pick ?? more
  const added = Object.entries(more).map(([name, member]) => [name, widened(pick[name], member) ?? member])
  return { ...pick, ...Object.fromEntries(added) }
}
