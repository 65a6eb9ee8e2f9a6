import type { Before } from '../../model/format.ts'
import { isObject, type JsonObject, nonEmpty } from '../../model/json.ts'
import type { Facts } from '../../model/transcript.ts'
import { kindOf } from './items.ts'

/** The list of items: the document itself, or its member. One string instead of items is a list of none. */
export function itemsOf(document: unknown): readonly unknown[] | undefined {
  if (Array.isArray(document)) return document
  if (!isObject(document)) return undefined
  if (Array.isArray(document.input)) return document.input
  return typeof document.input === 'string' ? noItems : undefined
}

const noItems: readonly unknown[] = []

export function factsOf(document: unknown, before?: Before): Facts {
  const body = isObject(document) ? document : {}
  const isUnstored = body.store === false
  // Where nothing went on from elsewhere, and that was looked for, no item of then says so.
  const isLookedAt = before?.facts.isContinued === false && before.facts.isUnstored !== true
  const from = isLookedAt ? before.count : 0
  return {
    model: nonEmpty(body.model),
    isThinking: !isIdle(body.reasoning),
    isContinued: isContinued(body) || (!isUnstored && hasReference(itemsOf(document), from)),
    isBody: isObject(document),
    hasInstructions: true,
    isUnstored,
  }
}

/** Whether the body says that the model does not reason before it calls. */
function isIdle(reasoning: unknown): boolean {
  return isObject(reasoning) && (reasoning.effort === 'none' || reasoning.effort === 'minimal')
}

/** Whether a body goes on from what the provider keeps. */
export function isContinued({ previous_response_id: before, conversation }: JsonObject): boolean {
  return isGiven(before) || isGiven(conversation)
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}

/** Whether an item stands for one that the provider keeps; most are told apart by their type alone. */
function hasReference(items: readonly unknown[] = noItems, from: number): boolean {
  for (let index = from; index < items.length; index++) {
    const item = items[index]
    if (!isObject(item)) continue
    const { type } = item
    if (typeof type === 'string' ? type === 'item_reference' : kindOf(item).is === 'reference') return true
  }
  return false
}
