import type { Facts } from '../../model/facts.ts'
import type { Api, Ids, Range } from '../../model/format.ts'
import {
  clearRows,
  type GlanceOver,
  isFull,
  makeRows,
  putRow,
  type Rows,
  type Traits,
  traits,
} from '../../model/glance.ts'
import type { Tail } from '../../model/report.ts'
import type { Rule } from '../../model/rule.ts'
import type { Sentinel } from '../../model/sentinel.ts'
import { CallIds } from './call-ids.ts'
import { CalledNames } from './called-names.ts'
import { passesAlone, readAlone } from './closer-look.ts'
import { HostedLook } from './hosted-look.ts'
import { IdTrail } from './id-trail.ts'
import { ImageCount } from './image-count.ts'
import { ItemLook } from './item-look.ts'
import { Loops } from './loops.ts'
import { Pending } from './pending.ts'
import { speakerBits, summarise } from './summary.ts'
import { fitsAny, type Watches, type WatchesFor, watchesOf } from './watches.ts'

const {
  user,
  model,
  spoken,
  reasoning,
  calls: calling,
  results: answering,
  answered,
  blank,
  item,
  odd,
  unclear,
} = traits

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
  private readonly rows: Rows = makeRows()
  /** The row of an odd turn, once it is read. */
  private readonly read: Rows = makeRows()
  private readonly pending = new Pending()
  private readonly ids: CallIds
  private readonly names: CalledNames
  private readonly items: ItemLook
  private readonly loops = new Loops()
  private readonly hosted = new HostedLook()
  private readonly images = new ImageCount()
  private watches: Watches
  private facts: Facts
  private isBodySuspicious = false
  /** Whether it matters which turn comes first, or which follows which. */
  private isPlaceMinded = false
  /** Whether turns may go on with the message of the turn before. */
  private readonly isJoining: boolean
  private marks = 0
  private hasCalled = false
  /** Somebody has spoken since the calls that wait. */
  private isStale = false
  /** The traits of the last turn; 0 where nobody knows them. */
  private before: Traits = 0
  private trail: IdTrail | undefined

  constructor(api: Api, rules: readonly Rule[]) {
    const { all, forFacts } = watchesOf(api, rules)
    const { layout } = api.rulebook
    this.api = api
    this.watchesFor = forFacts
    this.glance = api.format.glance ?? glanceAtNothing
    this.isJoining = layout.joined === true
    this.ids = new CallIds(all, layout)
    this.names = new CalledNames(all)
    this.items = new ItemLook(all, layout)
    this.facts = noFacts
    this.watches = forFacts(noFacts)
  }

  /** Forgets everything; a sentinel is made once and used again. */
  reset(facts: Facts): void {
    this.facts = facts
    this.watches = this.watchesFor(facts)
    this.isBodySuspicious = this.watches.bodies.some((mayBeRefused) => mayBeRefused(facts))
    this.isPlaceMinded = this.watches.neighbours.length > 0 || this.watches.starts.length > 0
    this.marks = facts.marks ?? 0
    this.hasCalled = false
    this.trail = undefined
    this.ids.table.clear()
    this.names.reset(this.watches, facts)
    this.items.reset(this.watches, facts)
    this.images.reset(this.watches.images)
    this.loops.reset(this.watches, facts.isAdaptive === true)
    this.skip()
  }

  /** From now on keeps nothing of one conversation for the next. */
  once(): void {
    this.ids.table.once()
    this.items.once()
  }

  /** Forgets the calls that wait, to go on after a suspicious stretch. */
  skip(): void {
    this.pending.clear()
    this.hosted.clear()
    this.loops.skip()
    this.items.skip()
    this.isStale = false
    this.before = 0
  }

  /** From now on, until it is reset, notes where the ids of calls stand. */
  track(): void {
    if (this.api.rulebook.layout.positional !== true) this.trail = new IdTrail()
  }

  /** Of the turns looked at since, in order, those that may hold one of these ids; undefined where they were not noted. */
  holders(ids: Ids): readonly number[] | undefined {
    return this.trail?.holders(ids)
  }

  /** Whether every call so far has its result. */
  isSettled(): boolean {
    return this.pending.missing === 0
  }

  /** Whether the conversation, as far as it was looked at, may end here. */
  mayEnd(tail: Tail): boolean {
    if (this.watches.isBlind || this.isBodySuspicious || this.marks > this.watches.marks) return false
    if (this.images.areTooMany || !this.loops.mayEnd) return false
    // Only results have followed the calls so far: in a live conversation the rest may be on its way.
    if (this.pending.missing > 0) return tail === 'open' && !this.isStale
    return tail !== 'closed' || (this.items.mayEnd && !fitsAny(this.watches.ends, this.before))
  }

  /** Looks at the turns [from, to); returns the first suspicious position, or -1. May be called again to go on. */
  feed(turns: readonly unknown[], from: number, to: number): number {
    if (this.watches.isBlind) return from < to ? from : -1
    if (from === 0) this.reserve(to)
    const { rows, glance } = this
    const { wanted, neighbours } = this.watches
    // After a stretch that was not judged, nobody has looked at the turn before.
    if (from > 0 && this.before === 0 && neighbours.length > 0)
      this.before = speakerBits(this.api, turns[from - 1])
    let position = from
    while (position < to) {
      clearRows(rows)
      position = glance(turns, position, to, rows, wanted)
      const suspicious = this.judge(turns, position)
      if (suspicious >= 0) return suspicious
    }
    return -1
  }

  private reserve(count: number): void {
    this.ids.table.reserve(count >> 2)
    if (this.items.isNeeded) this.items.reserve(count)
  }

  /** Judges the rows of a batch, which end before `next`; returns the first suspicious position, or -1. */
  private judge(turns: readonly unknown[], next: number): number {
    const { rows } = this
    let tape = 0
    for (let row = 0; row < rows.count; row++) {
      const bits = rows.traits[row] as number
      const at = rows.at[row] as number
      const isFine = this.isCloser(bits)
        ? this.takeCloser(turns, row, tape)
        : this.takeRow(rows, row, tape, turns)
      if (!isFine) return at
      if ((bits & answered) !== 0 && this.isCloser(rows.last[row] as number)) {
        const end = row + 1 < rows.count ? (rows.at[row + 1] as number) : next
        if (!this.passAlone(turns, at + 1, end)) return at
      }
      tape += (rows.calls[row] as number) + (rows.results[row] as number)
    }
    return -1
  }

  /** Whether a rule wants to see a turn with these traits. */
  private isCloser(bits: Traits): boolean {
    const { closer, closerSets } = this.watches
    return (bits & closer) !== 0 || (closerSets.length > 0 && fitsAny(closerSets, bits))
  }

  /** Whether no rule finds a fault in one of these turns, each looked at by itself. */
  private passAlone(turns: readonly unknown[], from: number, to: number): boolean {
    for (let at = from; at < to; at++) {
      const turn = readAlone(this.api, turns[at], at)
      if (turn === undefined || !passesAlone(turn, this.watches.turnRules, this.api, this.facts)) return false
    }
    return true
  }

  /** Takes a turn that is odd, or that a rule wants to see: it is read. */
  private takeCloser(turns: readonly unknown[], row: number, tape: number): boolean {
    const bits = this.rows.traits[row] as number
    if ((bits & unclear) !== 0) return false
    const at = this.rows.at[row] as number
    const turn = readAlone(this.api, turns[at], at)
    if (turn === undefined || !passesAlone(turn, this.watches.turnRules, this.api, this.facts)) return false
    if ((bits & odd) === 0) return this.takeRow(this.rows, row, tape, turns)
    if (!summarise(turn, this.api, this.read)) return false
    const { areHostedMinded } = this.watches
    for (const part of turn.parts) {
      if (part.kind === 'hosted' && areHostedMinded && !this.hosted.take(part)) return false
      if (!this.images.take(part)) return false
    }
    return this.takeRow(this.read, 0, 0, turns)
  }

  private takeRow(rows: Rows, row: number, tape: number, turns: readonly unknown[]): boolean {
    const bits = rows.traits[row] as number
    const last = rows.last[row] as number
    const at = rows.at[row] as number
    if (this.isPlaceMinded && !this.mayStand(bits, at)) return false
    const calls = rows.calls[row] as number
    const results = rows.results[row] as number
    const isJoined = this.isJoining && this.isJoined(turns, at, bits)
    if ((bits & model) !== 0 ? !this.takeModel(rows, bits, tape, calls, isJoined) : calls > 0) return false
    if ((results > 0 || (bits & answered) !== 0) && !this.mayStandBeside(last)) return false
    if (results > 0 && !this.takeResults(rows, tape + calls, results, isJoined)) return false
    if ((bits & model) === 0 && !this.takeSpoken(bits)) return false
    this.marks += rows.marks[row] as number
    if (this.loops.isNeeded && !this.loops.take(bits)) return false
    if ((bits & answered) !== 0 && (last & (model | spoken)) === spoken && !this.takeWordsAfter(last))
      return false
    if (this.items.isNeeded && !this.items.take(bits, rows.items[row] as string, rows.kinds[row] as string))
      return false
    this.before = last
    if (this.trail !== undefined) this.note(this.trail, rows, row, tape)
    return true
  }

  /** Notes where ids stand, by which turns far away may belong together. */
  private note(trail: IdTrail, rows: Rows, row: number, tape: number): void {
    const at = rows.at[row] as number
    const count = (rows.calls[row] as number) + (rows.results[row] as number)
    for (let index = tape; index < tape + count; index++) trail.note(rows.ids[index] as string, at)
    if (((rows.traits[row] as number) & traits.named) !== 0) trail.note(rows.items[row] as string, at)
  }

  /** Whether a turn may follow the one before it, or come first. */
  private mayStand(bits: Traits, at: number): boolean {
    const { neighbours, starts } = this.watches
    if (at === 0 && fitsAny(starts, bits)) return false
    for (const [before, turn] of neighbours) {
      if ((this.before & before) !== 0 && (bits & turn.all) === turn.all) return false
    }
    return true
  }

  /** Whether a turn goes on with the message of the turn before it. */
  private isJoined(turns: readonly unknown[], at: number, bits: Traits): boolean {
    if (at === 0 || (bits & this.before & (user | model)) === 0) return false
    return this.api.format.isJoined?.(turns[at - 1], turns[at]) === true
  }

  private takeModel(rows: Rows, bits: Traits, tape: number, calls: number, isJoined: boolean): boolean {
    const { pending } = this
    if (pending.missing === 0) {
      pending.clear()
      this.isStale = false
    } else if (!this.mayGoOn(bits, isJoined)) return false
    if (calls === 0) return true
    if (!this.ids.take(rows.ids, tape, calls) || !this.names.take(rows.names, tape, calls)) return false
    this.hasCalled = true
    if ((bits & answered) !== 0) return pending.missing === 0
    for (let index = tape; index < tape + calls; index++) pending.call(rows.ids[index] as string)
    return true
  }

  /** Whether the model may go on while calls wait: with the rest of its message, or where results stand anywhere. */
  private mayGoOn(bits: Traits, isJoined: boolean): boolean {
    const { answers, callsLast } = this.api.rulebook.layout
    const isAnywhere = answers === 'anywhere'
    // Words and thoughts of the same message may not follow its calls.
    if (callsLast && (bits & (spoken | reasoning | calling)) !== calling) return false
    const isUnanswered = this.pending.answeredCount === 0 && !this.isStale
    // A call that still waits when the model speaks again after the user is one of the stretch before.
    if ((this.before & user) !== 0 && !isJoined) return false
    if ((bits & calling) !== 0 || !isAnywhere) {
      const isOneMessage = isJoined || ((bits & item) !== 0 && (bits & spoken) === 0)
      return isUnanswered && (isOneMessage || isAnywhere)
    }
    this.isStale ||= !isUnanswered
    return true
  }

  /** Whether results may share their turn with words. */
  private mayStandBeside(last: Traits): boolean {
    return (last & (model | spoken)) !== spoken || this.api.rulebook.layout.answers !== 'adjacent'
  }

  private takeResults(rows: Rows, tape: number, count: number, isJoined: boolean): boolean {
    const { pending } = this
    const { answers, positional } = this.api.rulebook.layout
    // Where places tell, results that do not follow their calls one by one are read.
    if (positional === true) return false
    const isNext = answers === 'next'
    if (isNext && pending.answeredCount > 0 && !isJoined) return false
    for (let index = tape; index < tape + count; index++) {
      const id = rows.ids[index] as string
      if (!pending.answer(id) && !this.isKept(id)) return false
    }
    return true
  }

  /** Whether the call of a result may be where the provider keeps the conversation, as long as none stands here. */
  private isKept(id: string): boolean {
    return this.facts.isContinued && !this.hasCalled && this.ids.table.add(id)
  }

  /** Takes what others than the model say; false where calls still wait. */
  private takeSpoken(bits: Traits): boolean {
    const isOnlyResults = (bits & answering) !== 0 && (bits & spoken) === 0
    if (isOnlyResults) return true
    if (this.pending.missing > 0) {
      if (this.api.rulebook.layout.answers !== 'anywhere') return false
      this.isStale = true
    }
    if ((bits & spoken) === 0 || (bits & blank) !== 0) return true
    if (this.hosted.isWaiting) return false
    this.hosted.clear()
    return true
  }

  /** Takes the words that stand behind results in one turn. */
  private takeWordsAfter(last: Traits): boolean {
    return this.takeSpoken(last) && (!this.loops.isNeeded || this.loops.take(last))
  }

  /** Whether nothing in the suspicious ranges of these turns concerns more than its own neighbourhood. */
  isLocal(turns: readonly unknown[], suspects: readonly Range[]): boolean {
    const { layout } = this.api.rulebook
    if (this.isBodySuspicious || this.watches.isWide || this.api.format.isWhole === true) return false
    if (layout.positional === true && layout.answers !== 'next') return false
    for (const { start, end } of suspects)
      for (let at = start; at < end; at++) if (!this.isNear(turns[at], at)) return false
    return this.marks <= this.watches.marks && !this.images.areTooMany
  }

  /** Whether a turn holds nothing by which turns far away are judged too; its marks and images are counted. */
  private isNear(raw: unknown, at: number): boolean {
    const { marks, images, areNamesDeclared, areHostedMinded } = this.watches
    if (marks === Number.POSITIVE_INFINITY && images === undefined && !areNamesDeclared && !areHostedMinded)
      return true
    for (const part of this.api.format.readTurn(raw, at, [], []).parts) {
      if (part.mark !== undefined && part.kind !== 'reasoning') this.marks++
      if (part.kind === 'hosted' || !this.images.take(part)) return false
      if (part.kind === 'call' && !this.names.isDeclared(part.name ?? '')) return false
    }
    return true
  }
}

const noFacts: Facts = {
  model: undefined,
  isThinking: false,
  isContinued: false,
  isBody: false,
  hasInstructions: false,
}

/** The glance of a format that has none: every turn is odd. */
const glanceAtNothing: GlanceOver = (_turns, from, to, rows) => {
  let position = from
  for (; position < to && !isFull(rows); position++) putRow(rows, position, odd)
  return position
}
