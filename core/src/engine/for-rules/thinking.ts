import type { Intent } from '../../model/intent.ts'
import type { View } from '../../model/rule.ts'
import type { Part, Turn } from '../../model/transcript.ts'
import { bareHead, openLoop } from './loop.ts'

const off: Intent = { do: 'set-body', fact: 'thinking', value: false }
const adaptive: Intent = { do: 'set-body', fact: 'thinking', value: 'adaptive' }

/**
 * The intents that turn thinking off, so that a request may do without reasoning.
 *
 * A model that cannot be told so decides for itself when to think, and then asks for no reasoning.
 */
export function thinkLess({ alwaysThinks, facts }: Pick<View, 'alwaysThinks' | 'facts'>): readonly Intent[] {
  if (!alwaysThinks) return [off]
  return facts.isAdaptive === true ? [] : [adaptive]
}

/** The intents that follow from the removal of reasoning: thinking goes off where the rest may not be sent with it. */
export function followUpOf(view: View<'reasoning'>, isGone: (part: Part) => boolean): readonly Intent[] {
  const { turns, facts, row } = view
  if (!facts.isThinking) return []
  const isBare = !facts.isAdaptive && bareHead(openLoop(turns), isGone) !== undefined
  const isLost = row.reasoning === 'every-call' && turns.some((turn) => losesReasoning(turn, isGone))
  return isBare || isLost ? thinkLess(view) : []
}

/** Whether a turn with calls keeps none of its reasoning. */
function losesReasoning({ parts }: Turn, isGone: (part: Part) => boolean): boolean {
  const reasoning = parts.filter((part) => part.kind === 'reasoning')
  return reasoning.length > 0 && reasoning.every(isGone) && parts.some((part) => part.kind === 'call')
}
