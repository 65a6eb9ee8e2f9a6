import type { WriteTask } from '../model/converter.ts'
import type { JsonObject } from '../model/json.ts'
import type { NeutralRequest } from '../model/neutral.ts'

// Claude is served by Anthropic and by Amazon, in bodies of different shapes but with the same members for thinking.

/** The members that say how much the model thinks. */
export interface Thinking {
  readonly thinking?: JsonObject
  readonly output_config?: JsonObject
}

// Versions before 4.6 take a budget alone; from 4.7 on the model decides, led by an effort.
const older = /claude-(?:instant|v?[0-3]\b|3|(?:opus|sonnet|haiku)-(?:[0-3]\b|4(?:-[0-5](?!\d)|-\d{8}|$|@)))/
const adaptiveOnly = /claude-[a-z]+-(?:4-(?:[7-9]|[1-9]\d)|[5-9]|[1-9]\d)(?!\d)/

const budgets: Readonly<Record<string, number>> = { minimal: 1024, low: 2048, medium: 8192, high: 16_384 }
const least = 1024

/** Writes how much the model thinks; undefined where the source does not say. */
export function writeThinking(request: NeutralRequest, limit: number, task: WriteTask): Thinking | undefined {
  const { thinking } = request.settings
  if (thinking === undefined) return undefined
  const note = (what: string, why: string): void => task.lose(request.places?.thinking, what, why)
  const model = task.model ?? ''
  if (thinking.mode === 'off') return { thinking: { type: 'disabled' } }
  if (thinking.mode === 'effort' && thinking.effort === 'none') return { thinking: { type: 'disabled' } }
  if (thinking.mode === 'adaptive') {
    if (!older.test(model)) return { thinking: adaptive }
    note('thinking setting', 'The model takes a budget in tokens; one is written.')
    return { thinking: ofBudget(limit, budgets.medium) }
  }
  if (thinking.mode === 'effort') return withEffort(thinking.effort, model, limit, note)
  if (!adaptiveOnly.test(model)) {
    const made = ofBudget(limit, thinking.tokens)
    if (made.budget_tokens !== thinking.tokens)
      note('thinking budget', 'The target takes 1024 tokens at least, and fewer than the output limit.')
    return { thinking: made }
  }
  note('thinking budget', 'The model takes no budget: it decides by itself.')
  return { thinking: adaptive }
}

const adaptive = { type: 'adaptive' }

/** A budget that leaves room for an answer. */
function ofBudget(limit: number, wanted = least): JsonObject {
  const most = limit - 1
  if (most < least) return { type: 'disabled' }
  return { type: 'enabled', budget_tokens: Math.max(least, Math.min(wanted, most)) }
}

const efforts: ReadonlySet<string> = new Set(['low', 'medium', 'high', 'max', 'xhigh'])

function withEffort(
  effort: string,
  model: string,
  limit: number,
  note: (what: string, why: string) => void,
): Thinking {
  if (older.test(model)) {
    note(
      `effort \`${effort.slice(0, 60)}\``,
      'The model takes a budget in tokens; one is written that comes near.',
    )
    return { thinking: ofBudget(limit, budgets[effort] ?? budgets.high) }
  }
  if (efforts.has(effort)) return { thinking: adaptive, output_config: { effort } }
  note(`effort \`${effort.slice(0, 60)}\``, 'The target has no such effort; the nearest is written.')
  return { thinking: adaptive, output_config: { effort: effort === 'minimal' ? 'low' : 'medium' } }
}

/** Whether the model thinks. */
export function isOn({ thinking }: { readonly thinking?: JsonObject }): boolean {
  return thinking !== undefined && thinking.type !== 'disabled'
}
