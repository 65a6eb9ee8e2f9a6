import type { Api, Sentinel } from '../../model/format.ts'
import type { Rulebook } from '../../model/rulebook.ts'

const sentinels = { first: new WeakMap<Rulebook, Sentinel>(), again: new WeakMap<Rulebook, Sentinel>() }

/**
 * A sentinel for a rulebook: made once, used again, so that a sound conversation costs no memory.
 *
 * The one that looks at a repaired document again leaves what the first one remembers alone.
 */
export function sentinelFor({ format, rulebook }: Api, look: 'first' | 'again'): Sentinel {
  if (rulebook === lastRulebook && look === 'first' && lastSentinel !== undefined) return lastSentinel
  const sentinel = sentinels[look].get(rulebook) ?? make({ format, rulebook })
  sentinels[look].set(rulebook, sentinel)
  if (look === 'first') {
    lastRulebook = rulebook
    lastSentinel = sentinel
  }
  return sentinel
}

function make({ format, rulebook }: Api): Sentinel {
  const isDenying = rulebook.rows['tool-denied'] !== undefined
  return (isDenying ? format.toolSentinel?.(rulebook) : undefined) ?? format.sentinel(rulebook)
}

// Agents ask for the same API again and again.
let lastRulebook: Rulebook | undefined
let lastSentinel: Sentinel | undefined
