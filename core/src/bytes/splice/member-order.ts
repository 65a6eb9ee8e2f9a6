import type { SetMember } from '../../model/edit.ts'
import type { Newcomer } from './gaps.ts'
import type { ContainerChange } from './spot.ts'

/**
 * The positions of new members among those in the bytes, in order.
 *
 * A plan counts members as JavaScript does: a name given twice stands where it was first, and names that
 * are numbers come before all others, wherever they are written.
 */
export function memberSlots(
  names: readonly string[],
  changes: readonly ContainerChange[],
): readonly Newcomer[] {
  const added = changes.filter((edit) => edit.do === 'set').sort((left, right) => left.index - right.index)
  if (added.length === 0) return []
  const gone = new Set(changes.filter((edit) => edit.do === 'unset').map(nameOf))
  const firsts = firstPositions(names)
  const members: (string | SetMember)[] = orderOf(names).filter((name) => !gone.has(name))
  for (const edit of added) members.splice(edit.index, 0, edit)
  const newcomers: Newcomer[] = []
  let slot = names.length
  for (const member of members.reverse()) {
    if (typeof member !== 'string') newcomers.push({ edit: member, slot })
    else if (!isIndex(member)) slot = firsts.get(member) as number
  }
  return newcomers.reverse()
}

function nameOf({ at }: ContainerChange): string {
  return String(at[at.length - 1])
}

function firstPositions(names: readonly string[]): ReadonlyMap<string, number> {
  return new Map(names.map((name, index): [string, number] => [name, index]).reverse())
}

function orderOf(names: readonly string[]): string[] {
  return Object.keys(Object.fromEntries(names.map((name) => [name, 0])))
}

/** Whether JavaScript puts a name before others because it is a number. */
function isIndex(name: string): boolean {
  return /^(?:0|[1-9]\d{0,9})$/.test(name) && Number(name) < 2 ** 32 - 1
}
