import { answersTo, callsOf, type Damage, type Draft, type Part, resultKey, resultsOf } from './draft.ts'
import { type JsonObject, pick } from './json.ts'

/** Damages to the ids that hold calls and results together. */
export const idDamages: Readonly<Record<string, Damage>> = {
  'reuse-id-over-turns': (draft, a, b) => {
    const call = pick(callsOf(draft), a)
    const others = callsOf(draft).filter(({ message }) => message !== call?.message)
    const other = pick(others, b)
    if (call !== undefined && other !== undefined) rename(draft, call, other.value.id)
  },

  'reuse-id-in-turn': (draft, a, b) => {
    const call = pick(callsOf(draft), a)
    const other = callsOf(draft).find(
      ({ message, value }) => message === call?.message && value !== call.value,
    )
    if (call === undefined || other === undefined) return
    if (b % 2 === 0) rename(draft, call, other.value.id)
    else write(call.value, 'id', other.value.id)
  },

  'wrong-result-id': (draft, a, b) => setResultId(draft, a, () => `wrong000${b}`),

  'result-id-of-another': (draft, a, b) => setResultId(draft, a, () => pick(callsOf(draft), b)?.value.id),

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

type Id = JsonObject[string] | undefined

function encoded(id: string): string {
  return `${id}__thought__c2lnbmF0dXJl`
}

function setCallId(draft: Draft, number: number, change: (id: string) => Id): void {
  const call = pick(callsOf(draft), number)
  if (call !== undefined) write(call.value, 'id', change(String(call.value.id ?? '')))
}

function setResultId(draft: Draft, number: number, change: (id: string) => Id): void {
  const key = resultKey(draft)
  const result = pick(resultsOf(draft), number)
  if (result !== undefined) write(result.value, key, change(String(result.value[key] ?? '')))
}

function renamePicked(draft: Draft, number: number, change: (id: string) => Id): void {
  const call = pick(callsOf(draft), number)
  if (call !== undefined) rename(draft, call, change(String(call.value.id ?? '')))
}

/** Sets the id of a call and of the results that bear it. */
function rename(draft: Draft, call: Part, id: Id): void {
  for (const answer of answersTo(draft, call)) write(answer.value, resultKey(draft), id)
  write(call.value, 'id', id)
}

function write(holder: JsonObject, key: string, id: Id): void {
  if (id === undefined) delete holder[key]
  else holder[key] = id
}
