import type { Format, Sentinel } from '../model/format.ts'
import type { Rulebook } from '../model/rulebook.ts'

const sentinels = new WeakMap<Rulebook, Sentinel>()

/** The sentinel for a rulebook: made once, used again, so that a sound conversation costs no memory. */
export function sentinelFor(format: Format, rulebook: Rulebook): Sentinel {
  const known = sentinels.get(rulebook)
  if (known !== undefined) return known
  const made = format.sentinel(rulebook)
  sentinels.set(rulebook, made)
  return made
}
