import type { Facts } from '../../model/facts.ts'
import type { Finding } from '../../model/finding.ts'
import type { TurnRange } from '../../model/format.ts'
import { printJson, sameJson } from '../../model/json.ts'
import { at } from '../../model/lists.ts'
import { comparePlaces } from '../../model/place.ts'
import { firstFrom } from '../diff/search.ts'
import { scanRanges, type Task } from '../repair.ts'
import { makeSentinel } from '../sentinel/sentinel-for.ts'
import { IdTrail, traceOf } from './id-trail.ts'
import { addIdsAt, idsIn } from './ids-of-turns.ts'
import { Look } from './look.ts'
import { batch, group, joined, rangeAt } from './ranges.ts'
import { isStart } from './stretches.ts'

/** A conversation to be looked at, and by what rules. */
export type GrowingTask = Omit<Task, 'document'>

/** Gives a turn in full. */
type Load = (position: number) => unknown

// They are kept, since they tell what the conversation as a whole is like.
const firstTurns = 16

// Turns that are read from afar are large, and are not at hand anyway: the fewer of them, the less memory.
const loadedAtOnce = 64

/**
 * Scans a conversation that comes piece by piece and is not kept.
 *
 * Of a turn that is sound, only where its stretch begins and a trace of its ids stay. Turns may come as
 * what the format picks of them; those that matter are asked for again, in full.
 */
export class GrowingScan {
  private readonly task: GrowingTask
  private readonly turns: unknown[] = []
  private readonly starts: number[] = [0]
  private readonly trail = new IdTrail()
  private readonly look: Look
  /** The ids of the last turn, in a list that is used again. */
  private readonly ids: string[] = []
  /** The facts by the first turns; undefined before the look has begun. */
  private facts: Facts | undefined
  private forgotten = 0
  /** The first suspicious range that does not lie before what is forgotten. */
  private passed = 0

  constructor(task: GrowingTask) {
    this.task = task
    // One of its own: it goes on over many calls, while others are asked in between.
    const sentinel = makeSentinel(task.api, task.rules)
    sentinel.once()
    this.look = new Look(task.api.format, sentinel)
    this.look.goOn(this.turns)
  }

  /** How many turns have come. */
  get count(): number {
    return this.turns.length
  }

  add(turn: unknown): void {
    const position = this.turns.push(turn) - 1
    if (position > 0 && isStart(this.look, position)) this.starts.push(position)
    addIdsAt(this.look, position, this.ids)
    while (this.ids.length > 0) this.trail.add(this.ids.pop() as string, position)
  }

  /** Looks at what has come since, and forgets what is sound. */
  rest(): void {
    const { look } = this
    this.begin()
    look.grow(false)
    for (const end = look.needed; this.forgotten < end; this.forgotten++) {
      if (this.forgotten < firstTurns) continue
      const isKept = this.isSuspicious(look.ranges, this.forgotten)
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
    const facts = this.begin()
    const verdict = this.look.verdict(this.task.tail)
    if (verdict.say === 'silent' || this.count === 0) return []
    const isLocal = verdict.say === 'ranges' && sameJson(facts, this.task.api.format.factsOf(this.turns))
    const batches = (isLocal ? this.linked(verdict.ranges, load) : undefined) ?? [
      [{ start: 0, end: this.count }],
    ]
    const found = batches.flatMap((batch) => this.scan(batch, load))
    return found.sort((left, right) => comparePlaces(left.at, right.at))
  }

  /** Reads a batch in full, and lets go of it again. */
  private scan(ranges: readonly TurnRange[], load: Load): readonly Finding[] {
    const document = this.turns.slice(0, firstTurns)
    // A last element far away, unlike a length, leaves no room for those between, of which few will come.
    if (this.count > document.length) document[this.count - 1] = undefined
    for (const range of ranges) fill(document, range, load)
    return scanRanges({ ...this.task, document }, ranges)
  }

  /** Whether each of these ranges concerns no more than its own neighbourhood; one at a time is in memory. */
  private areLocal(ranges: readonly TurnRange[], load: Load): boolean {
    const turns: unknown[] = []
    return ranges.every((range) => {
      fill(turns, range, load)
      const isLocal = this.look.sentinel.isLocal(turns, [range])
      turns.length = 0
      return isLocal
    })
  }

  /** Begins to look, once: by the facts that the first turns show. */
  private begin(): Facts {
    if (this.facts === undefined) {
      this.facts = this.task.api.format.factsOf(this.turns)
      this.look.begin(this.turns, this.facts)
    }
    return this.facts
  }

  /**
   * Suspicious stretches with those that share an id with them, in batches that have nothing to do with each other.
   *
   * Returns undefined where one that shares an id concerns more than its own neighbourhood.
   */
  private linked(suspects: readonly TurnRange[], load: Load): readonly (readonly TurnRange[])[] | undefined {
    const owners = new Map<number, number>()
    const links: [number, number][] = []
    for (const { start, end } of suspects) {
      for (const id of idsIn(this.look, start, end)) {
        const owner = owners.get(traceOf(id))
        if (owner === undefined) owners.set(traceOf(id), start)
        else if (owner !== start) links.push([owner, start])
      }
    }
    const others: TurnRange[] = []
    this.trail.follow(owners, (trace, position) => {
      const stretch = this.stretchOf(position)
      others.push(stretch)
      links.push([owners.get(trace) as number, stretch.start])
    })
    if (!this.areLocal(outside(others, suspects), load)) return undefined
    const ranges = joined([...suspects, ...others])
    const number = (position: number): number => rangeAt(ranges, position)
    return batch(
      group(
        ranges,
        links.map(([left, right]) => [number(left), number(right)] as const),
      ),
      loadedAtOnce,
    )
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

/** Each of these ranges once, without those that lie in one that is known already. */
function outside(ranges: readonly TurnRange[], known: readonly TurnRange[]): readonly TurnRange[] {
  const byStart = new Map(ranges.map((range) => [range.start, range]))
  return [...byStart.values()].filter(({ start, end }) => {
    const holder = known[rangeAt(known, start)]
    return holder === undefined || holder.end < end
  })
}

/** Puts the turns of a range in their places, in full. */
function fill(turns: unknown[], { start, end }: TurnRange, load: Load): void {
  for (let position = start; position < end; position++) turns[position] = load(position)
}
