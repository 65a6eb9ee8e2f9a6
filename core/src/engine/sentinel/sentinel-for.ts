import type { Api } from '../../model/format.ts'
import type { GlanceOver } from '../../model/glance.ts'
import type { Rule } from '../../model/rule.ts'
import type { Rulebook } from '../../model/rulebook.ts'
import type { Sentinel } from '../../model/sentinel.ts'
import { RuleSentinel } from './sentinel.ts'

/** A sentinel, and the rules that it looks for. */
interface Made {
  readonly rules: readonly Rule[]
  readonly glance: GlanceOver | undefined
  readonly sentinel: Sentinel
}

const made = { first: new WeakMap<Rulebook, Made>(), again: new WeakMap<Rulebook, Made>() }

/**
 * A sentinel for whole documents of an API: made once, used again, so that a sound conversation costs no memory.
 *
 * The one that looks at a repaired document again leaves what the first one remembers alone.
 */
export function sentinelFor(api: Api, rules: readonly Rule[], look: 'first' | 'again'): Sentinel {
  const known = made[look].get(api.rulebook)
  if (known?.rules === rules && known.glance === api.format.glance) return known.sentinel
  const isDenying = api.rulebook.rows['tool-denied'] !== undefined
  const sentinel =
    (isDenying ? api.format.toolSentinel?.(api, rules) : undefined) ?? new RuleSentinel(api, rules)
  made[look].set(api.rulebook, { rules, glance: api.format.glance, sentinel })
  return sentinel
}

/**
 * A sentinel of one's own, for a conversation that comes piece by piece.
 *
 * It does not see the body around the turns, so that a rulebook which denies tools has everything read.
 */
export function makeSentinel(api: Api, rules: readonly Rule[]): Sentinel {
  return new RuleSentinel(api, rules)
}
