import {
  callsOf,
  type Damage,
  type Draft,
  indexOf,
  type Part,
  placeResult,
  placeText,
  remove,
  resultKey,
  resultsOf,
} from './draft.ts'
import { copy, type JsonObject, pick } from './json.ts'

/** Damages to the order: moved results, words in between, cut and swapped messages. */
export const orderDamages: Readonly<Record<string, Damage>> = {
  'result-later': (draft, a, b) => moveResult(draft, a, (index) => index + 1 + b),

  'result-earlier': (draft, a, b) => moveResult(draft, a, (index) => index - 1 - b),

  'result-before-call': (draft, a) => {
    const result = pick(resultsOf(draft), a)
    const call = callsOf(draft).find(({ value }) => value.id === result?.value[resultKey(draft)])
    if (call !== undefined) moveResult(draft, a, () => indexOf(draft, call))
  },

  'result-in-model-turn': (draft, a, b) => {
    const result = pick(resultsOf(draft), a)
    if (result === undefined || draft.format !== 'anthropic-messages') return
    const home = pick(callsOf(draft), b)
    remove(draft, result)
    if (home === undefined) draft.messages.push({ role: 'assistant', content: [result.value] })
    else if (b % 2 === 0) home.list.push(result.value)
    else draft.messages.splice(indexOf(draft, home) + 1, 0, { role: 'assistant', content: [result.value] })
  },

  'split-results': (draft, a, b) => {
    const result = pick(secondResultsOf(draft), a)
    if (result === undefined) return
    const index = indexOf(draft, result)
    if (draft.format === 'anthropic-messages') {
      const rest = result.list.splice(result.list.indexOf(result.value))
      draft.messages.splice(index + 1, 0, { role: 'user', content: rest })
      if (b % 2 === 1) placeText(draft, index + 1, 'assistant')
    } else placeText(draft, index, 'assistant')
  },

  'text-between-call-and-results': (draft, a) => {
    const call = pick(callsOf(draft), a)
    if (call !== undefined) placeText(draft, indexOf(draft, call) + 1, 'user')
  },

  'text-between-results': (draft, a) => {
    const result = pick(secondResultsOf(draft), a)
    if (result !== undefined) placeTextBefore(draft, result)
  },

  'text-before-results': (draft, a) => {
    const seconds = new Set(secondResultsOf(draft).map(({ value }) => value))
    const firsts = resultsOf(draft).filter(({ value }) => !seconds.has(value))
    const result = pick(firsts, a)
    if (result !== undefined) placeTextBefore(draft, result)
  },

  'text-after-call': (draft, a) => {
    const call = pick(callsOf(draft), a)
    if (call === undefined) return
    if (draft.format === 'openai-chat') placeText(draft, indexOf(draft, call) + 1, 'assistant')
    else call.list.splice(call.list.indexOf(call.value) + 1, 0, textBlock(draft))
  },

  'cut-head': ({ messages }, a) => {
    if (messages.length > 1) messages.splice(0, 1 + (a % (messages.length - 1)))
  },

  'cut-tail': ({ messages }, a) => {
    if (messages.length > 1) messages.splice(-1 - (a % (messages.length - 1)))
  },

  'end-on-model': (draft) => placeText(draft, draft.messages.length, 'assistant'),

  'repeat-message': ({ messages }, a) => {
    const message = pick(messages, a)
    if (message !== undefined) messages.splice(messages.indexOf(message), 0, copy(message))
  },

  'swap-messages': ({ messages }, a) => {
    const index = a % (messages.length - 1)
    if (messages.length > 1) messages.splice(index, 2, ...messages.slice(index, index + 2).reverse())
  },
}

function moveResult(draft: Draft, number: number, target: (index: number) => number): void {
  const result = pick(resultsOf(draft), number)
  if (result === undefined) return
  const index = target(indexOf(draft, result))
  remove(draft, result)
  placeResult(draft, index, result.value)
}

/** Lists the results that stand right behind another one. */
function secondResultsOf(draft: Draft): Part[] {
  const results = resultsOf(draft)
  const values = new Set<unknown>(results.map(({ value }) => value))
  return results.filter(({ list, value }) => values.has(list[list.indexOf(value) - 1]))
}

function placeTextBefore(draft: Draft, result: Part): void {
  if (draft.format === 'openai-chat') placeText(draft, indexOf(draft, result), 'user')
  else result.list.splice(result.list.indexOf(result.value), 0, textBlock(draft))
}

function textBlock(draft: Draft): JsonObject {
  return { type: 'text', text: draft.words() }
}
