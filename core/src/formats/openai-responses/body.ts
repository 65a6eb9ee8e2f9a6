import type { Facts } from '../../model/facts.ts'
import type { Before } from '../../model/format.ts'
import { isObject, type JsonObject, nonEmpty } from '../../model/json.ts'
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
  // Items that were searched before, and did not continue a conversation elsewhere, are not searched again.
  const isSearched = before?.facts.isContinued === false && before.facts.isUnstored !== true
  const from = isSearched ? before.count : 0
  return {
    model: nonEmpty(body.model),
    isThinking: isThinking(body),
    isContinued: isContinued(body) || (!isUnstored && hasReference(itemsOf(document), from)),
    isBody: isObject(document),
    isTurnless: isEmpty(body.input) && !isContinued(body) && !isGiven(body.prompt),
    hasInstructions: true,
    isUnstored,
  }
}

// From version 5.1 on a model reasons only if it is asked to; those for code and the large ones always do.
const idleUnasked = /(?:^|\/)gpt-5\.\d(?!.*(?:codex|-pro))/

/** Whether the model reasons before it calls: what the body asks for, else what the model does by itself. */
function isThinking({ model, reasoning }: JsonObject): boolean {
  const effort = isObject(reasoning) ? reasoning.effort : undefined
  if (isGiven(effort)) return effort !== 'none' && effort !== 'minimal'
  return typeof model !== 'string' || !idleUnasked.test(model)
}

/** Whether there is nothing in a list of items, or in the string that may stand for it. */
function isEmpty(input: unknown): boolean {
  return input === '' || (Array.isArray(input) && input.length === 0)
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
