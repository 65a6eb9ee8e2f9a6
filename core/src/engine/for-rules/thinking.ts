import type { Intent } from '../../model/intent.ts'
import type { View } from '../../model/rule.ts'

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
