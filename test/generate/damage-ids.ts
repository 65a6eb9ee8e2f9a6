import {
  answersTo,
  callIdOf,
  callsOf,
  type Damage,
  type Draft,
  type Part,
  resultIdOf,
  resultsOf,
} from './draft.ts'
import { type Json, pick } from './json.ts'
import { write } from './scribe.ts'

/** Damages to the ids that hold calls and results together. */
export const idDamages: Readonly<Record<string, Damage>> = {
  'reuse-id-over-turns': (draft, a, b) => {
    const call = pick(callsOf(draft), a)
    const others = callsOf(draft).filter(({ turn }) => turn !== call?.turn)
    const other = pick(others, b)
    if (call !== undefined && other !== undefined) rename(draft, call, callIdOf(draft, other.value))
  },

  'reuse-id-in-turn': (draft, a, b) => {
    const call = pick(callsOf(draft), a)
    const other = callsOf(draft).find(({ turn, value }) => turn === call?.turn && value !== call.value)
    if (call === undefined || other === undefined) return
    if (b % 2 === 0) rename(draft, call, callIdOf(draft, other.value))
    else write(call.value, draft.scribe.callId, callIdOf(draft, other.value))
  },

  'wrong-result-id': (draft, a, b) => setResultId(draft, a, () => `wrong000${b}`),

  'result-id-of-another': (draft, a, b) =>
    setResultId(draft, a, () => callIdOf(draft, pick(callsOf(draft), b)?.value)),

  'missing-result-id': (draft, a) => setResultId(draft, a, () => undefined),
  'empty-result-id': (draft, a) => setResultId(draft, a, () => ''),
  'missing-call-id': (draft, a) => setCallId(draft, a, () => undefined),
  'empty-call-id': (draft, a) => setCallId(draft, a, () => ''),
  'missing-id-on-both': (draft, a) => renamePicked(draft, a, () => undefined),
  'empty-id-on-both': (draft, a) => renamePicked(draft, a, () => ''),
  'illegal-id-on-both': (draft, a, b) => renamePicked(draft, a, (id) => pick(illegalForms, b)?.(id)),

  'encoded-call-id': (draft, a) => setCallId(draft, a, encoded),
  'encoded-result-id': (draft, a) => setResultId(draft, a, encoded),
}

const illegalForms: readonly ((id: string) => string)[] = [
  (id) => `${id}.1`,
  (id) => `${id}:0`,
  (id) => id.padEnd(60, 'x'),
  (id) => `${id} 0`,
]

type Id = Json | undefined

function encoded(id: string): string {
  return `${id}__thought__c2lnbmF0dXJl`
}

function setCallId(draft: Draft, number: number, change: (id: string) => Id): void {
  const call = pick(callsOf(draft), number)
  if (call !== undefined)
    write(call.value, draft.scribe.callId, change(String(callIdOf(draft, call.value) ?? '')))
}

function setResultId(draft: Draft, number: number, change: (id: string) => Id): void {
  const result = pick(resultsOf(draft), number)?.value
  if (result !== undefined)
    write(result, draft.scribe.resultId, change(String(resultIdOf(draft, result) ?? '')))
}

function renamePicked(draft: Draft, number: number, change: (id: string) => Id): void {
  const call = pick(callsOf(draft), number)
  if (call !== undefined) rename(draft, call, change(String(callIdOf(draft, call.value) ?? '')))
}

/** Sets the id of a call and of the results that bear it. */
function rename(draft: Draft, call: Part, id: Id): void {
  for (const answer of answersTo(draft, call)) write(answer.value, draft.scribe.resultId, id)
  write(call.value, draft.scribe.callId, id)
}
