import type { Rulebook } from '@mortise/core'
import { doorOf } from '../check/rulebook.ts'
import { copingsOf, type Sent } from '../contract/coping.ts'
import { leftOutRules } from '../contract/core-rules.ts'
import type { Store } from '../contract/store.ts'

/**
 * Tells the conversation as its agent sends it: without the parts that the agent itself leaves out.
 *
 * Bound reasoning was made for what was sent. Where a repair removes nothing but such parts, the reasoning stays.
 * Only faults count that the repair mends: advice stays in the file, and then nothing has to be left out.
 */
export function sentBy(
  store: Store,
  messages: readonly unknown[],
  rulebook: Rulebook,
  agent: Sent,
): () => unknown {
  const healed = copingsOf(store, rulebook.name, agent)
  const rows = Object.entries(rulebook.rows).filter(
    ([rule, row]) => leftOut.has(rule) && healed.get(rule)?.does === 'heals' && row?.severity !== 'advice',
  )
  let sent: unknown
  return () => {
    if (rows.length === 0) return messages
    const api = { ...rulebook, rows: Object.fromEntries(rows) }
    sent ??= doorOf(store).repair(messages, { api, policy: 'drop', tail: 'open' }).document
    return sent
  }
}

const leftOut: ReadonlySet<string> = new Set(leftOutRules)
