import type { Finding } from '../model/finding.ts'
import type { Api, Range, Sentinel } from '../model/format.ts'
import { sameJson } from '../model/json.ts'
import type { Tail } from '../model/report.ts'
import type { Rule } from '../model/rule.ts'
import type { Facts } from '../model/transcript.ts'
import { IdTrail } from './id-trail.ts'
import { joined } from './ranges.ts'
import { scanRanges } from './repair.ts'
import { idsIn } from './stretches.ts'
import { isStart, type Look, Suspects } from './suspects.ts'

/** A conversation to be looked at, and by what rules. */
export interface GrowingTask {
  readonly api: Api
  readonly tail: Tail
  readonly rules: readonly Rule[]
}

// They are kept, since they tell what the conversation as a whole is like.
const firstTurns = 16

/**
 * Scans a conversation that comes piece by piece and is not kept.
 *
 * Of a turn that is sound, only where its stretch begins and a trace of its ids stay. Turns may come as
 * what the format picks of them; those that matter are asked for again, in full.
 */
export class GrowingScan {
  private readonly task: GrowingTask
  private readonly sentinel: Sentinel
  private readonly turns: unknown[] = []
  private readonly starts: number[] = [0]
  private readonly trail = new IdTrail()
  private suspects: Suspects | undefined
  private facts: Facts | undefined
  private forgotten = 0

  constructor(task: GrowingTask) {
    this.task = task
    // One of its own: it goes on over many calls, while others are asked in between.
    this.sentinel = task.api.format.sentinel(task.api.rulebook)
  }

  /** How many turns have come. */
  get count(): number {
    return this.turns.length
  }

  add(turn: unknown): void {
    const position = this.turns.push(turn) - 1
    if (position > 0 && isStart(this.look, position)) this.starts.push(position)
    for (const id of idsIn(this.look, position, position + 1)) this.trail.add(id, position)
  }

  /** Looks at what has come since, and forgets what is sound. */
  rest(): void {
    this.suspectsNow().grow(false)
    for (const end = this.suspectsNow().needed; this.forgotten < end; this.forgotten++)
      if (this.forgotten >= firstTurns) this.turns[this.forgotten] = undefined
  }

  /** The faults, once all turns have come; `load` gives a turn in full. */
  finish(load: (position: number) => unknown): readonly Finding[] {
    const suspects = this.suspectsNow()
    suspects.grow(true)
    const ranges = suspects.finish(this.task.tail)
    if (ranges.length === 0) return []
    const all: Range[] = [{ start: 0, end: this.count }]
    const isWide = suspects.areMost || !sameJson(this.facts, this.task.api.format.factsOf(this.turns))
    const picked = isWide ? all : this.withLinked(ranges, load)
    this.load(picked, load)
    return scanRanges({ ...this.task, document: this.turns }, picked)
  }

  private get look(): Look {
    return { turns: this.turns, format: this.task.api.format, sentinel: this.sentinel }
  }

  private suspectsNow(): Suspects {
    if (this.suspects === undefined) {
      this.facts = this.task.api.format.factsOf(this.turns)
      this.sentinel.reset(this.facts)
      this.suspects = new Suspects(this.look)
    }
    return this.suspects
  }

  /** Suspicious stretches and those that share an id with them; all, where one cannot be judged by itself. */
  private withLinked(ranges: readonly Range[], load: (position: number) => unknown): readonly Range[] {
    this.load(ranges, load)
    if (this.sentinel.isLocal?.(this.turns, ranges) === false) return [{ start: 0, end: this.count }]
    const ids = ranges.flatMap(({ start, end }) => idsIn(this.look, start, end))
    const linked = this.trail.positionsOf(ids).map((position) => this.stretchOf(position))
    return joined([...ranges, ...linked])
  }

  private load(ranges: readonly Range[], load: (position: number) => unknown): void {
    for (const { start, end } of ranges)
      for (let position = start; position < end; position++) this.turns[position] = load(position)
  }

  /** The stretch that a turn stands in. */
  private stretchOf(position: number): Range {
    let low = 0
    let high = this.starts.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((this.starts[middle] as number) <= position) low = middle
      else high = middle
    }
    return { start: this.starts[low] as number, end: this.starts[low + 1] ?? this.count }
  }
}
