import type { Joint, Loose } from '../../../model/joint.ts'
import { addTo } from '../../../model/lists.ts'
import { isOpen, isUnowned, joinLoose } from '../match-state.ts'

/** Gives each result without an id the next call of its name. */
export function adopt(open: readonly Joint[], nameless: readonly Loose[]): void {
  const byName = new Map<string | undefined, Joint[]>()
  for (const joint of open) addTo(byName, joint.call.name, joint)
  for (const loose of nameless) {
    const owner = byName.get(loose.result.name)?.shift()
    if (owner !== undefined) joinLoose(owner, loose, 'position')
  }
}

/** A result without an id, far from its call: the only open call of its name before it. */
export function adoptFar(joints: readonly Joint[], all: readonly Loose[]): void {
  const byName = new Map<string | undefined, Joint[]>()
  for (const joint of joints) {
    if (isOpen(joint) && joint.call.name !== undefined) addTo(byName, joint.call.name, joint)
  }
  for (const loose of all) {
    if (!isUnowned(loose) || loose.result.id !== undefined) continue
    const [owner, other] = byName.get(loose.result.name) ?? []
    const isBefore = (joint: Joint | undefined): boolean =>
      joint !== undefined && joint.turn.index < loose.turn.index
    if (owner === undefined || !isBefore(owner) || isBefore(other)) continue
    byName.get(loose.result.name)?.shift()
    joinLoose(owner, loose, 'only')
  }
}
