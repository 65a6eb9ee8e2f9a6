import type { Facts } from '../../model/facts.ts'
import type { Finding } from '../../model/finding.ts'
import type { TurnRange } from '../../model/format.ts'
import { printJson, sameJson } from '../../model/json.ts'
import { at } from '../../model/lists.ts'
import { firstFrom } from '../diff/search.ts'
import { Plain } from '../plain/plain.ts'
import { readRanges } from '../reading.ts'
import { findFaults, scanInFull } from '../scan.ts'
import { partContext, type Task } from '../task.ts'
import { idsIn, joined } from './parts.ts'
import { isStart } from './stretches.ts'
import { Suspects } from './suspects.ts'

/** A conversation to be scanned, and by what rules. */
export type GrowingTask = Omit<Task, 'document'>

/** Gives a turn in full. */
type Load = (position: number) => unknown

// They are kept, since they tell what the conversation as a whole is like.
const firstTurns = 16

/**
 * Scans a conversation that comes piece by piece and is not kept.
 *
 * Of a plain turn, only its ids and the start of its stretch stay. Turns may come as what the format picks of them;
 * those that are not plain are asked for again, in full.
 */
export class GrowingScan {
  private readonly task: GrowingTask
  private readonly turns: unknown[] = []
  private readonly starts: number[] = [0]
  /** How the conversation looks so far; undefined before the first turns have come. */
  private begun: { readonly facts: Facts; readonly plain: Plain; readonly suspects: Suspects } | undefined
  private forgotten = 0
  /** The first suspicious range that does not lie before what is forgotten. */
  private passed = 0

  constructor(task: GrowingTask) {
    this.task = task
  }

  /** How many turns have come. */
  get count(): number {
    return this.turns.length
  }

  add(turn: unknown): void {
    const position = this.turns.push(turn) - 1
    const { format } = this.task.api
    if (position > 0 && isStart({ format, turns: this.turns }, position)) this.starts.push(position)
  }

  /** Looks at what has come since, and forgets what is plain. */
  rest(): void {
    const { suspects } = this.begin()
    suspects.look(false)
    for (const end = suspects.needed; this.forgotten < end; this.forgotten++) {
      if (this.forgotten < firstTurns) continue
      const isKept = this.isSuspicious(suspects.ranges, this.forgotten)
      this.turns[this.forgotten] = isKept ? byItself(this.turns[this.forgotten]) : undefined
    }
  }

  /** Whether a turn lies in one of the ranges, asked in the order of the turns. */
  private isSuspicious(ranges: readonly TurnRange[], position: number): boolean {
    while ((ranges[this.passed]?.end ?? this.count) <= position) this.passed++
    return (ranges[this.passed]?.start ?? this.count) <= position
  }

  /** The faults, once all turns have come; `load` gives a turn in full. */
  finish(load: Load): readonly Finding[] {
    const { facts, plain, suspects } = this.begin()
    const { tail, api, rules } = this.task
    const ranges = api.format.plain === undefined ? 'all' : suspects.end(tail)
    if (ranges === 'none' || this.count === 0) return []
    const { format } = api
    if (ranges !== 'all' && sameJson(facts, format.factsOf(this.turns))) {
      const document = this.loaded(ranges, load)
      const { turns } = readRanges(document, format, ranges, facts)
      if (turns.every((turn) => plain.isLocal(turn)) && plain.isFineAsWhole) {
        const others = plain.holders(idsIn(turns)).map((at) => this.stretchOf(at))
        const all = joined([...ranges, ...others])
        return findFaults(partContext({ ...this.task, document: this.loaded(all, load) }, all), rules)
      }
    }
    return scanInFull({ ...this.task, document: this.turns.map((_, position) => load(position)) })
  }

  /** Begins to look, once: by the facts that the first turns show. */
  private begin(): NonNullable<typeof this.begun> {
    if (this.begun === undefined) {
      const { api } = this.task
      const facts = api.format.factsOf(this.turns)
      const plain = new Plain(api, facts)
      this.begun = { facts, plain, suspects: new Suspects(api.format, plain, this.turns) }
    }
    return this.begun
  }

  /** A list with the turns of some ranges in full. */
  private loaded(ranges: readonly TurnRange[], load: Load): readonly unknown[] {
    const document = this.turns.slice(0, firstTurns)
    // A last element far away, unlike a length, leaves no room for those between, of which few will come.
    if (this.count > document.length) document[this.count - 1] = undefined
    for (const { start, end } of ranges)
      for (let position = start; position < end; position++) document[position] = load(position)
    return document
  }

  /** The stretch that a turn stands in. */
  private stretchOf(position: number): TurnRange {
    const next = firstFrom(this.starts.length, (index) => at(this.starts, index) <= position)
    return { start: at(this.starts, next - 1), end: this.starts[next] ?? this.count }
  }
}

/** The same turn without what it came with: its strings may be parts of one that holds a thousand others. */
function byItself(turn: unknown): unknown {
  return JSON.parse(printJson(turn))
}
