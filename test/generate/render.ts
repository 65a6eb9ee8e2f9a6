import fc from 'fast-check'
import { type Api, formatOf, type Model, models, namelessModel } from './api.ts'
import type { Turn } from './conversation.ts'
import { type Json, type JsonObject, pick } from './json.ts'
import { anthropicMessages } from './render-anthropic-messages.ts'
import { chatMessages } from './render-openai-chat.ts'

/** The choices between forms that say the same. */
export interface Style {
  readonly model: number
  readonly isBare: boolean
  readonly hasSystem: boolean
  /** One number per turn, used over and over. */
  readonly forms: readonly number[]
}

/** Draws the choices between forms that say the same. */
export const style: fc.Arbitrary<Style> = fc.record({
  model: fc.nat(4),
  isBare: fc.nat(5).map((number) => number === 5),
  hasSystem: fc.boolean(),
  forms: fc.array(fc.nat(15), { minLength: 1, maxLength: 5 }),
})

/** Writes a conversation as a request body, or as a bare list of messages. */
export function render(turns: readonly Turn[], api: Api, choices: Style): JsonObject | Json[] {
  const model = choices.isBare ? namelessModel(api) : pick(models[api], choices.model)
  if (model === undefined) throw new Error(`No model is listed for \`${api}\`.`)
  const messages = messagesOf(ended(turns, model), api, model, choices)
  if (choices.isBare) return messages
  return { ...(model.name === undefined ? {} : { model: model.name }), ...systemOf(api, choices), messages }
}

function messagesOf(turns: readonly Turn[], api: Api, model: Model, choices: Style): Json[] {
  const formOf = (index: number): number => pick(choices.forms, index) ?? 0
  if (formatOf(api) === 'anthropic-messages') return anthropicMessages(turns, formOf)
  const messages = chatMessages(turns, formOf, model.isThinking)
  return choices.hasSystem ? [{ role: 'system', content: 'Be brief.' }, ...messages] : messages
}

function systemOf(api: Api, { hasSystem }: Style): JsonObject {
  return hasSystem && formatOf(api) === 'anthropic-messages' ? { system: 'Be brief.' } : {}
}

/** Leaves out the last words of the model where a request may not end on them. */
function ended(turns: readonly Turn[], model: Model): readonly Turn[] {
  const last = turns.at(-1)
  const endsOnModel = last?.speaker === 'model' && last.calls.length === 0
  return endsOnModel && !model.mayEndOnModel ? turns.slice(0, -1) : turns
}
