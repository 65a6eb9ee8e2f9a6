import type { Entry, Store } from '../contract/store.ts'
import { memberAt } from '../records/json.ts'
import { numberMissing, numberOutOfStep, type StoreRule } from './rules.ts'

/** A record whose number is not the one that its place gives it. */
export interface NumberFault {
  readonly index: number
  readonly rule: StoreRule
}

/** The faults in the numbers of records: the first one out of step, and the last one if it has none. */
export function numberFaults(entries: readonly Entry[], { numbering }: Store): readonly NumberFault[] {
  const start = numbering?.startIn(entries)
  if (numbering === undefined || start === undefined) return []
  const numberOf = ({ value }: Entry): unknown => memberAt(value, numbering.path)
  const counted = entries.filter(({ value }) => numbering.counts(value))
  const faults: NumberFault[] = []
  const wrong = counted.find((entry, position) => {
    const number = numberOf(entry)
    return number !== undefined && number !== start + position
  })
  if (wrong !== undefined) faults.push({ index: wrong.index, rule: numberOutOfStep })
  const last = counted.at(-1)
  // A number that is no whole one is none to the agent, too.
  if (last !== undefined && !Number.isSafeInteger(numberOf(last)))
    faults.push({ index: last.index, rule: numberMissing })
  return faults
}

/** Whether the agent cannot go on before the records are numbered anew. */
export function isUnnumbered(entries: readonly Entry[], store: Store): boolean {
  return numberFaults(entries, store).some(({ rule }) => rule === numberMissing)
}
