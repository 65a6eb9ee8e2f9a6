import { type Facts, noFacts } from '../../model/facts.ts'
import type { Api, Ids, TurnRange } from '../../model/format.ts'
import {
  clearSightings,
  type GlanceOver,
  makeSightings,
  type Sightings,
  type Traits,
  traits,
} from '../../model/glance.ts'
import type { Tail } from '../../model/report.ts'
import type { Rule } from '../../model/rule.ts'
import type { Sentinel } from '../../model/sentinel.ts'
import type { Turn } from '../../model/transcript.ts'
import { IdTrail, noteSighting } from '../look/id-trail.ts'
import { CloserCheck } from './closer-check.ts'
import { Counts } from './counts.ts'
import { HostedCheck } from './hosted-check.ts'
import { ItemCheck } from './item-check.ts'
import { JointCheck } from './joint-check.ts'
import { Loops } from './loops.ts'
import { glanceAtNothing } from './no-glance.ts'
import { Stop, tapedBy } from './stop.ts'
import { speakerBits, summarise } from './summary.ts'
import { fitsAny, isWanted, mayStand, type Watches, type WatchesFor, watchesOf } from './watches.ts'

const { user, model, spoken, answered, blank, odd, unclear } = traits

/**
 * Looks over a document for the first turn in which a rule may find a fault.
 *
 * A format tells what its turns hold, the rules tell what makes them look, and this compares the two. It may suspect a
 * sound turn; if it suspects none, a full read finds nothing.
 */
export class RuleSentinel implements Sentinel {
  private readonly api: Api
  private readonly watchesFor: WatchesFor
  private readonly glance: GlanceOver
  private readonly sightings: Sightings = makeSightings()
  /** The sighting of an odd turn, once it is read. */
  private readonly read: Sightings = makeSightings()
  private readonly closer: CloserCheck
  private readonly joints: JointCheck
  private readonly items: ItemCheck
  private readonly loops = new Loops()
  private readonly hosted = new HostedCheck()
  private readonly counts = new Counts()
  private watches: Watches
  private isBodySuspicious = false
  /** Whether it matters which turn comes first, or which follows which. */
  private isPlaceMinded = false
  /** Whether calls with their results can be taken by their ids and names alone. */
  private isSimple = false
  /** Whether turns may go on with the message of the turn before. */
  private readonly isJoining: boolean
  /** The traits of the last turn; 0 where nobody knows them. */
  private before: Traits = 0
  private trail: IdTrail | undefined
  private readonly stop = new Stop()

  constructor(api: Api, rules: readonly Rule[]) {
    const { all, forFacts } = watchesOf(api, rules)
    const { layout } = api.rulebook
    this.api = api
    this.watchesFor = forFacts
    this.glance = api.format.glance ?? glanceAtNothing
    this.isJoining = layout.joined === true
    this.closer = new CloserCheck(api)
    this.joints = new JointCheck(all, layout)
    this.items = new ItemCheck(all, layout)
    this.watches = forFacts(noFacts)
  }

  reset(facts: Facts): void {
    this.watches = this.watchesFor(facts)
    this.closer.reset(this.watches.turnRules, facts)
    this.isBodySuspicious = this.watches.bodies.some((mayBeRefused) => mayBeRefused(facts))
    this.isPlaceMinded = this.watches.neighbours.length > 0 || this.watches.starts.length > 0
    this.trail = undefined
    this.stop.clear()
    this.joints.reset(this.watches, facts)
    this.items.reset(this.watches, facts)
    this.counts.reset(this.watches, facts.marks ?? 0)
    this.loops.reset(this.watches, facts.isAdaptive === true)
    this.isSimple = !this.isJoining && !this.loops.isNeeded && !this.items.isNeeded
    this.skip()
  }

  once(): void {
    this.joints.ids.table.once()
    this.items.once()
  }

  skip(): void {
    this.joints.skip()
    this.hosted.clear()
    this.loops.skip()
    this.items.skip()
    this.before = 0
  }

  track(): void {
    if (this.api.rulebook.layout.positional !== true) this.trail = new IdTrail()
  }

  holders(ids: Ids): readonly number[] | undefined {
    return this.trail?.holders(ids)
  }

  isSettled(): boolean {
    return this.joints.areSettled
  }

  mayEnd(tail: Tail): boolean {
    if (this.watches.isBlind || this.isBodySuspicious) return false
    if (this.counts.areTooMany || !this.loops.mayEnd) return false
    if (!this.joints.areSettled) return this.joints.mayWait(tail)
    return tail !== 'closed' || (this.items.mayEnd && !fitsAny(this.watches.ends, this.before))
  }

  feed(turns: readonly unknown[], from: number, to: number): number {
    if (this.watches.isBlind) return from < to ? from : -1
    if (from === 0) {
      this.joints.ids.table.reserve(to >> 2)
      if (this.items.isNeeded) this.items.reserve(to)
    }
    const { sightings, glance } = this
    const { wanted, neighbours } = this.watches
    // After a stretch that was not judged, nobody has looked at the turn before.
    if (from > 0 && this.before === 0 && neighbours.length > 0)
      this.before = speakerBits(this.api, turns[from - 1])
    let position = from
    if (this.stop.leadsTo(from, to, sightings)) {
      const { next, number, tape } = this.stop
      const suspicious = this.judge(turns, next, to, number, tape)
      if (suspicious >= 0) return suspicious
      position = next
    }
    while (position < to) {
      clearSightings(sightings)
      position = glance(turns, position, to, sightings, wanted)
      const suspicious = this.judge(turns, position, to, 0, 0)
      if (suspicious >= 0) return suspicious
    }
    return -1
  }

  /** Judges the sightings of a batch, which ends before `next`; returns the first suspicious position, or -1. */
  private judge(turns: readonly unknown[], next: number, to: number, first: number, taped: number): number {
    const { sightings, watches, isSimple } = this
    const { count, at, last: lasts } = sightings
    let tape = taped
    for (let number = first; number < count; number++) {
      const bits = sightings.traits[number] as number
      const last = lasts[number] as number
      const isAnswered = (bits & answered) !== 0
      const isRead = isWanted(watches, bits)
      let isFine = isRead
        ? this.takeCloser(turns, number, tape)
        : isSimple && isAnswered && (last & spoken) === 0 && this.joints.areSettled
          ? this.takePair(number, tape)
          : this.takeSighting(sightings, number, tape, turns)
      if (isFine && isAnswered && (isRead || isWanted(watches, last))) {
        const end = number + 1 < count ? (at[number + 1] as number) : next
        isFine = this.closer.passAll(turns, (at[number] as number) + 1, end)
      }
      if (!isFine) {
        this.stop.put(number, tape, next, to)
        return at[number] as number
      }
      tape += tapedBy(sightings, number)
    }
    return -1
  }

  /** Takes a turn that is odd, or that a rule wants to see: it is read. */
  private takeCloser(turns: readonly unknown[], number: number, tape: number): boolean {
    const bits = this.sightings.traits[number] as number
    if ((bits & unclear) !== 0) return false
    const at = this.sightings.at[number] as number
    const turn = this.closer.read(turns[at], at)
    if (turn === undefined) return false
    if ((bits & odd) === 0) return this.takeSighting(this.sightings, number, tape, turns)
    if (!summarise(turn, this.api, this.read)) return false
    if (this.watches.areHostedMinded && !this.hosted.takeAll(turn.parts)) return false
    if (!turn.parts.every((part) => this.counts.take(part))) return false
    return this.takeSighting(this.read, 0, 0, turns)
  }

  /** Takes plain calls with their results where nothing but ids and names matters, as is mostly so. */
  private takePair(number: number, tape: number): boolean {
    const { sightings } = this
    const bits = sightings.traits[number] as number
    if (this.isPlaceMinded && !mayStand(this.watches, bits, this.before, sightings.at[number] as number))
      return false
    this.before = sightings.last[number] as number
    if (this.trail !== undefined) noteSighting(this.trail, sightings, number, tape)
    return this.joints.takeAnswered(sightings, tape, sightings.calls[number] as number)
  }

  private takeSighting(
    sightings: Sightings,
    number: number,
    tape: number,
    turns: readonly unknown[],
  ): boolean {
    const bits = sightings.traits[number] as number
    const last = sightings.last[number] as number
    const at = sightings.at[number] as number
    if (this.isPlaceMinded && !mayStand(this.watches, bits, this.before, at)) return false
    const isJoined = this.isJoining && this.isJoined(turns, at, bits)
    if (!this.joints.take(sightings, number, tape, this.before, isJoined) || !this.takeSaid(bits))
      return false
    this.counts.marks += sightings.marks[number] as number
    if (this.loops.isNeeded && !this.loops.take(bits)) return false
    if ((bits & answered) !== 0 && (last & (model | spoken)) === spoken && !this.takeWordsAfter(last))
      return false
    if (this.items.isNeeded && !this.items.take(bits, sightings, number)) return false
    this.before = last
    if (this.trail !== undefined) noteSighting(this.trail, sightings, number, tape)
    return true
  }

  /** Whether a turn goes on with the message of the turn before it. */
  private isJoined(turns: readonly unknown[], at: number, bits: Traits): boolean {
    if (at === 0 || (bits & this.before & (user | model)) === 0) return false
    return this.api.format.isJoined?.(turns[at - 1], turns[at]) === true
  }

  /** Takes what somebody else than the model says; false where a tool of the provider has yet to answer. */
  private takeSaid(bits: Traits): boolean {
    return (bits & (model | spoken | blank)) !== spoken || !this.hosted.isWaiting
  }

  /** Takes the words that stand behind results in one turn. */
  private takeWordsAfter(last: Traits): boolean {
    if (!this.joints.takeSpoken(last) || !this.takeSaid(last)) return false
    return !this.loops.isNeeded || this.loops.take(last)
  }

  isLocal(turns: readonly unknown[], suspects: readonly TurnRange[]): boolean {
    const { layout } = this.api.rulebook
    if (this.isBodySuspicious || this.watches.isWide || this.api.format.isWhole === true) return false
    if (layout.positional === true && layout.answers !== 'next') return false
    if (!this.watches.isFarMinded) return true
    const read = (at: number): Turn => this.api.format.readTurn(turns[at], at, [], [])
    return suspects.every((suspect) => this.counts.takeSuspect(suspect, read, this.joints.names))
  }
}
