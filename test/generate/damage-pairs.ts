import {
  answersTo,
  callIdOf,
  callsOf,
  type Damage,
  type Draft,
  indexOf,
  isTurn,
  type Part,
  placeResult,
  remove,
  resultsOf,
} from './draft.ts'
import { copy, type JsonObject, pick } from './json.ts'
import { write } from './scribe.ts'

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
    repeatResult(draft, a, b, (value) => saying(draft, value, draft.words())),

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
    const id = callIdOf(draft, again)
    if (b % 2 === 1 && typeof id === 'string') write(again, draft.scribe.callId, sibling(id))
    beside(call, again, 1)
    if (b < 2) return
    const answer = answersTo(draft, call)[0]
    if (answer !== undefined) beside(answer, answering(draft, answer.value, again, b < 4), 1)
  },

  'merge-groups': (draft, a, b) => {
    const calls = callsOf(draft)
    const first = pick(calls, a)
    const others = first === undefined ? [] : calls.slice(calls.indexOf(first))
    const next = others.find(({ turn }) => turn !== first?.turn)
    if (first === undefined || next === undefined) return
    const group = calls.filter(({ turn }) => turn === next.turn)
    const home = answersTo(draft, first)[0]
    for (const call of group) {
      const answers = answersTo(draft, call)
      remove(draft, call)
      if (isTurn(draft, first)) beside(first, call.value, 1)
      else first.list.push(call.value)
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
  const again = saying(draft, copy(result), SYNTHETIC)
  draft.scribe.fail(again)
  return again
}

function saying({ scribe }: Draft, result: JsonObject, words: string): JsonObject {
  write(result, scribe.resultContent, scribe.said(words))
  return result
}

/** Another id of the same length and of the same characters, so that it stays legal. */
function sibling(id: string): string {
  return `${id.slice(0, -1)}${id.endsWith('Q') ? 'R' : 'Q'}`
}

function answering(draft: Draft, result: JsonObject, call: JsonObject, isChanged: boolean): JsonObject {
  const again = copy(result)
  if (isChanged) saying(draft, again, draft.words())
  const id = callIdOf(draft, call)
  if (id !== undefined) write(again, draft.scribe.resultId, id)
  return again
}
