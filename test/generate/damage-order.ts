import {
  callIdOf,
  callsOf,
  type Damage,
  type Draft,
  indexOf,
  isAmongWords,
  isTurn,
  keyOf,
  type Part,
  placeResult,
  placeText,
  remove,
  resultIdOf,
  resultsOf,
} from './draft.ts'
import { copy, pick } from './json.ts'

/** Damages to the order: moved results, words in between, cut and swapped turns. */
export const orderDamages: Readonly<Record<string, Damage>> = {
  'result-later': (draft, a, b) => moveResult(draft, a, (index) => index + 1 + b),

  'result-earlier': (draft, a, b) => moveResult(draft, a, (index) => index - 1 - b),

  'result-before-call': (draft, a) => {
    const result = pick(resultsOf(draft), a)
    const id = resultIdOf(draft, result?.value)
    const call = callsOf(draft).find(({ value }) => callIdOf(draft, value) === id)
    if (call !== undefined) moveResult(draft, a, () => indexOf(draft, call))
  },

  'result-in-model-turn': (draft, a, b) => {
    const result = pick(resultsOf(draft), a)
    const turn = result && draft.scribe.resultByModel?.(result.value)
    if (result === undefined || turn === undefined) return
    const home = pick(callsOf(draft), b)
    remove(draft, result)
    if (home === undefined) draft.turns.push(turn)
    else if (b % 2 === 0) home.list.push(result.value)
    else draft.turns.splice(indexOf(draft, home) + 1, 0, turn)
  },

  'split-results': (draft, a, b) => {
    const result = pick(secondResultsOf(draft), a)
    if (result === undefined) return
    const index = indexOf(draft, result)
    if (isTurn(draft, result)) placeText(draft, index, 'model')
    else {
      const key = keyOf(result.turn, result.list)
      const rest = result.list.splice(result.list.indexOf(result.value))
      draft.turns.splice(index + 1, 0, { ...result.turn, [key]: rest })
      if (b % 2 === 1) placeText(draft, index + 1, 'model')
    }
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
    if (!isAmongWords(draft, call)) placeText(draft, indexOf(draft, call) + 1, 'model')
    else call.list.splice(call.list.indexOf(call.value) + 1, 0, draft.scribe.text(draft.words()))
  },

  'cut-head': ({ turns }, a) => {
    if (turns.length > 1) turns.splice(0, 1 + (a % (turns.length - 1)))
  },

  'cut-tail': ({ turns }, a) => {
    if (turns.length > 1) turns.splice(-1 - (a % (turns.length - 1)))
  },

  'end-on-model': (draft) => placeText(draft, draft.turns.length, 'model'),

  'repeat-turn': ({ turns }, a) => {
    const turn = pick(turns, a)
    if (turn !== undefined) turns.splice(turns.indexOf(turn), 0, copy(turn))
  },

  'swap-turns': ({ turns }, a) => {
    const index = a % (turns.length - 1)
    if (turns.length > 1) turns.splice(index, 2, ...turns.slice(index, index + 2).reverse())
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
  if (!isAmongWords(draft, result)) placeText(draft, indexOf(draft, result), 'user')
  else result.list.splice(result.list.indexOf(result.value), 0, draft.scribe.text(draft.words()))
}
