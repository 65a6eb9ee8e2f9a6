import {
  answersTo,
  callsOf,
  type Damage,
  type Draft,
  indexOf,
  type Part,
  placeResult,
  remove,
  resultKey,
  resultsOf,
} from './draft.ts'
import { copy, type JsonObject, pick } from './json.ts'

const SYNTHETIC = '[no result was recorded; the tool may or may not have run: check before repeating]'

/** Damages to what belongs together: lost, doubled and merged calls and results. */
export const pairDamages: Readonly<Record<string, Damage>> = {
  'drop-result': (draft, a) => {
    const result = pick(resultsOf(draft), a)
    if (result !== undefined) remove(draft, result)
  },

  'drop-call': (draft, a) => {
    const call = pick(callsOf(draft), a)
    if (call !== undefined) remove(draft, call)
  },

  'repeat-result': (draft, a, b) => repeatResult(draft, a, b, (value) => value),

  'repeat-result-changed': (draft, a, b) =>
    repeatResult(draft, a, b, (value) => ({ ...value, content: draft.words() })),

  'synthetic-result-before': (draft, a) => {
    const result = pick(resultsOf(draft), a)
    if (result !== undefined) beside(result, synthetic(draft, result.value), 0)
  },

  'synthetic-result-after': (draft, a, b) => {
    const result = pick(resultsOf(draft), a)
    if (result === undefined) return
    if (b % 2 === 0) beside(result, synthetic(draft, result.value), 1)
    else placeResult(draft, indexOf(draft, result) + b, synthetic(draft, result.value))
  },

  'repeat-call': (draft, a, b) => {
    const call = pick(callsOf(draft), a)
    if (call === undefined) return
    const again = copy(call.value)
    if (b % 2 === 1 && typeof again.id === 'string') again.id = sibling(again.id)
    beside(call, again, 1)
    if (b < 2) return
    const answer = answersTo(draft, call)[0]
    if (answer !== undefined) beside(answer, answering(draft, answer.value, again, b < 4), 1)
  },

  'merge-groups': (draft, a, b) => {
    const calls = callsOf(draft)
    const first = pick(calls, a)
    const others = first === undefined ? [] : calls.slice(calls.indexOf(first))
    const next = others.find(({ message }) => message !== first?.message)
    if (first === undefined || next === undefined) return
    const group = calls.filter(({ message }) => message === next.message)
    const home = answersTo(draft, first)[0]
    for (const call of group) {
      const answers = answersTo(draft, call)
      remove(draft, call)
      first.list.push(call.value)
      if (b % 2 === 1 && home !== undefined) moveBeside(draft, answers, home)
    }
  },
}

function repeatResult(draft: Draft, a: number, b: number, change: (value: JsonObject) => JsonObject): void {
  const result = pick(resultsOf(draft), a)
  if (result === undefined) return
  const again = change(copy(result.value))
  if (b === 0) beside(result, again, 1)
  else placeResult(draft, indexOf(draft, result) + b, again)
}

function beside({ list, value }: Part, other: JsonObject, offset: 0 | 1): void {
  list.splice(list.indexOf(value) + offset, 0, other)
}

function moveBeside(draft: Draft, parts: readonly Part[], home: Part): void {
  for (const part of parts) {
    if (part.value === home.value) continue
    remove(draft, part)
    beside(home, part.value, 1)
  }
}

function synthetic(draft: Draft, result: JsonObject): JsonObject {
  const isBlock = draft.format === 'anthropic-messages'
  return { ...copy(result), content: SYNTHETIC, ...(isBlock ? { is_error: true } : {}) }
}

/** Another id of the same length and of the same characters, so that it stays legal. */
function sibling(id: string): string {
  return `${id.slice(0, -1)}${id.endsWith('Q') ? 'R' : 'Q'}`
}

function answering(draft: Draft, result: JsonObject, call: JsonObject, isChanged: boolean): JsonObject {
  const again = copy(result)
  if (isChanged) again.content = draft.words()
  return call.id === undefined ? again : { ...again, [resultKey(draft)]: call.id }
}
