import { isSpent } from '../engine/draft/draft.ts'
import { repairTask } from '../engine/repair.ts'
import type { Api } from '../model/format.ts'
import type { Policy } from '../model/policy.ts'
import type { Rule } from '../model/rule.ts'
import { nothingSaid } from '../texts/fixed.ts'

/** The user's words, as a ledger keeps them. */
export type Heard = (messages: readonly unknown[]) => readonly unknown[]

/**
 * Keeps a word for a user who said nothing, where a repair would take those messages out.
 *
 * They may be all that was said, and a request without messages is refused.
 */
export function hearing(api: Api, rules: readonly Rule[], policy: Policy): Heard {
  const { format } = api
  return (messages) => {
    const isSilent = messages.every(
      (raw, index) => isSpent(format.readTurn(raw, index, [], [])) && !format.holdsMore(raw),
    )
    if (!isSilent) return messages
    const { document } = repairTask({ document: messages, api, tail: 'open', rules }, policy)
    return (document as readonly unknown[]).length > 0
      ? messages
      : [format.renderTurn('user', { text: nothingSaid })]
  }
}
