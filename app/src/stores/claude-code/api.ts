import { chooseApi } from '@mortise/core'
import type { Entry } from '../contract/store.ts'
import { type JsonObject, memberAt, nonEmpty } from '../records/json.ts'
import { itemAt } from '../records/lists.ts'
import { isAside, isTurn } from './record.ts'

/**
 * The API that a session is sent to next: the one that serves the model that answered last.
 *
 * Claude Code speaks Anthropic's format to every vendor, so a model that is not Anthropic's is behind a copy of that
 * API. Without any answer it is Anthropic's own.
 */
export function apiOf(entries: readonly Entry[]): string {
  const model = lastModel(entries, false) ?? lastModel(entries, true)
  if (model === undefined) return firstParty
  const choice = chooseApi({ model, messages: [] }, { format: 'anthropic-messages' })
  return choice.ok && choice.value.because === 'model' ? choice.value.rulebook.name : copies
}

const firstParty = 'anthropic'
const copies = 'anthropic-strict'

/** The model of the last answer, of subagents or of the conversation with the user. */
function lastModel(entries: readonly Entry[], areAside: boolean): string | undefined {
  for (let at = entries.length - 1; at >= 0; at--) {
    const { value } = itemAt(entries, at)
    if (value.type !== 'assistant' || isAside(value) !== areAside || !isTurn(value)) continue
    const model = modelIn(value)
    if (model !== undefined) return model
  }
  return undefined
}

/** The model that made the answer in a record. */
export function modelIn(value: JsonObject): string | undefined {
  const model = nonEmpty(memberAt(value, ['message', 'model']))
  return model === byNobody ? undefined : model
}

/** The model name that Claude Code gives to answers that it wrote itself. */
const byNobody = '<synthetic>'
