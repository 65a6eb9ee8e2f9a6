import { type Repair, repairSuspect, soundRepair } from './engine/repair.ts'
import type { Api } from './model/format.ts'
import { choosePolicy, type PolicyChoice } from './model/policy.ts'
import type { Tail } from './model/report.ts'
import type { Facts } from './model/transcript.ts'
import { taskOf } from './mortise.ts'

/** What is known to be sound: the first turns of a list, told by their ends and the facts they came with. */
interface Seen {
  readonly count: number
  readonly first: unknown
  readonly last: unknown
  readonly facts: Facts
}

/** A repair that remembers how far the conversation was sound when it last looked. */
export function followWith(api: Api, policy: PolicyChoice, tail: Tail): (document: unknown) => Repair {
  const table = choosePolicy(policy)
  const suspect = (document: unknown): Repair => repairSuspect(taskOf(document, api, tail), table)
  const sentinel = api.format.sentinel(api.rulebook)
  let seen: Seen | undefined

  return (document) => {
    const turns = api.format.turnsOf(document)
    if (turns === undefined) return suspect(document)
    const facts = api.format.factsOf(document)
    const from = seen !== undefined && goesOn(seen, turns, facts) ? seen.count : 0
    if (from === 0) sentinel.reset(facts)
    const isSound = sentinel.feed(turns, from, turns.length) < 0
    seen = isSound
      ? { count: turns.length, first: turns[0], last: turns[turns.length - 1], facts }
      : undefined
    return isSound && sentinel.mayEnd(tail) ? soundRepair(document) : suspect(document)
  }
}

function goesOn(seen: Seen, turns: readonly unknown[], facts: Facts): boolean {
  if (seen.count === 0 || turns.length < seen.count) return false
  if (turns[0] !== seen.first || turns[seen.count - 1] !== seen.last) return false
  return facts.model === seen.facts.model && facts.isThinking === seen.facts.isThinking
}
