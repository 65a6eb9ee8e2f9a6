import type { BindingMemory } from './binding/memory.ts'
import { asked } from './engine/asked.ts'
import { Plain } from './engine/plain/plain.ts'
import { repairTask } from './engine/repair.ts'
import { type Repair, soundRepair } from './engine/task.ts'
import type { Facts } from './model/facts.ts'
import type { Api } from './model/format.ts'
import { sameJson } from './model/json.ts'
import type { Policy } from './model/policy.ts'
import type { Tail } from './model/report.ts'
import type { Rule } from './model/rule.ts'

/** The turns that are known to be plain: the first ones of a list, with the facts they came with. */
interface PlainTurns {
  readonly turns: readonly unknown[]
  readonly count: number
  readonly facts: Facts
  readonly plain: Plain
}

/**
 * A repair that remembers how far the conversation was sound when it last looked.
 *
 * With a memory it also remembers where the conversation was changed, for reasoning that is bound to the past.
 */
export function followWith(
  given: Api,
  rules: readonly Rule[],
  policy: Policy,
  tail: Tail,
  memory?: BindingMemory,
): (document: unknown) => Repair {
  const api = asked(given, policy)
  const suspect = (document: unknown): Repair => {
    const task = { document, api, tail, rules }
    return memory === undefined ? repairTask(task, policy) : memory.repair(task, policy)
  }
  let seen: PlainTurns | undefined

  return (document) => {
    const turns = api.format.plain === undefined ? undefined : api.format.turnsOf(document)
    if (turns === undefined) return suspect(document)
    const facts = api.format.factsOf(document, seen?.turns === turns ? seen : undefined)
    const before = seen !== undefined && goesOn(seen, turns, facts) ? seen : undefined
    const plain = before?.plain ?? new Plain(api, facts)
    const isPlain = plain.takeAll(turns, before?.count ?? 0) < 0
    seen = isPlain ? { turns, count: turns.length, facts, plain } : undefined
    const isSound = isPlain && plain.mayEnd(tail) && memory?.mayKnow(api, document) !== true
    return isSound ? soundRepair(document) : suspect(document)
  }
}

/** Whether what was sound by some facts is so by others. */
function sameFacts({ tools, ...facts }: Facts, { tools: known, ...others }: Facts): boolean {
  const areSame = tools?.size === known?.size && [...(tools ?? [])].every((name) => known?.has(name))
  return areSame && sameJson(facts, others)
}

/** Whether a list goes on from what was seen: the same list, grown, or another one that holds the same turns. */
function goesOn(seen: PlainTurns, turns: readonly unknown[], facts: Facts): boolean {
  if (seen.count === 0 || turns.length < seen.count) return false
  if (!sameFacts(facts, seen.facts)) return false
  if (turns === seen.turns) return true
  for (let position = 0; position < seen.count; position++) {
    if (turns[position] !== seen.turns[position]) return false
  }
  return true
}
