import type { JsonObject } from '../../../model/json.ts'
import type { NeutralSettings } from '../../../model/neutral.ts'

type ThinkingSettings = NeutralSettings['thinking']

/** The members of `thinkingConfig` that say how much the model thinks. */
export const thinkingMembers: ReadonlySet<string> = new Set(['thinkingBudget', 'thinkingLevel'])

/** Reads how much the model thinks: a budget, where 0 is none and -1 is up to the model, or a level. */
export function readThinking({ thinkingBudget: tokens, thinkingLevel: level }: JsonObject): ThinkingSettings {
  if (typeof level === 'string' && level !== '') return { mode: 'effort', effort: level.toLowerCase() }
  if (typeof tokens !== 'number') return undefined
  if (tokens === 0) return { mode: 'off' }
  return tokens < 0 ? { mode: 'adaptive' } : { mode: 'budget', tokens }
}

/** From version 3 on, a model takes a level; older ones take a budget. */
const takesLevels = /gemini-(?:[3-9]|[1-9]\d)(?!\d)/
const thinksAlways = /-pro/

// As Google's own OpenAI-compatible endpoint counts them.
const budgets: Readonly<Record<string, number>> = { minimal: 1024, low: 1024, medium: 8192, high: 24576 }

/** `thinkingConfig`, in the words that the model takes; without a model, in those of today's. */
export function writeThinking(
  thinking: ThinkingSettings,
  model = 'gemini-3',
  note: (what: string, why: string) => void = () => {},
): JsonObject | undefined {
  if (thinking === undefined) return undefined
  if (thinking.mode === 'budget') return { thinkingBudget: thinking.tokens }
  if (thinking.mode === 'adaptive') return { thinkingBudget: -1 }
  const isNew = takesLevels.test(model)
  if (thinking.mode === 'effort' && thinking.effort !== 'none') {
    const level = levelOf(thinking.effort)
    if (level !== thinking.effort)
      note(
        `effort \`${thinking.effort.slice(0, 60)}\``,
        'The target has no such effort; the highest is written.',
      )
    else if (!isNew)
      note('effort of thinking', 'The model takes a budget in tokens; one is written that comes near.')
    return isNew ? { thinkingLevel: level } : { thinkingBudget: budgets[level] ?? -1 }
  }
  if (!thinksAlways.test(model)) return { thinkingBudget: 0 }
  note('thinking setting', 'The model always thinks; the least that it takes is written.')
  // These cannot be told not to think: the least is what comes next.
  return isNew ? { thinkingLevel: 'low' } : { thinkingBudget: 128 }
}

/** Efforts above what there is a level for are the highest. */
function levelOf(effort: string): string {
  return Object.hasOwn(budgets, effort) ? effort : 'high'
}
