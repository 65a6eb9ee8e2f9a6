import type { Call, Result } from '../../../model/transcript.ts'

/** The calls of one turn, or of neighbours, and the results that follow. */
export interface Exchange {
  readonly calls: readonly Call[]
  readonly results: readonly Result[]
  /** Results among the calls, or farther from them than an API that counts looks. */
  readonly rest: readonly Result[]
  /** Its position in the list of turns. */
  readonly at: number
  /** As many results as calls: to an API that counts, nothing is missing here. */
  isEven: boolean
  /** Even, and in each place a gateway that compares finds what it looks for. */
  readonly isInOrder: boolean
  /** Its calls may be running: they wait for what is still to come, not for what stands before them. */
  isRunning: boolean
}

/** Results without calls, as an exchange of their own. */
export function strayResults(results: readonly Result[], at: number): Exchange {
  return { calls: [], results, rest: [], at, isEven: false, isInOrder: false, isRunning: false }
}

/** Whether a gateway that compares ids or, without them, names takes the one for the other's. */
export function agree(call: Call | undefined, result: Result | undefined): boolean {
  const key = call?.id === undefined || result?.id === undefined ? 'name' : 'id'
  return call?.[key] !== undefined && call[key] === result?.[key]
}
