import type { Facts } from '../../model/facts.ts'
import { type Sightings, type Traits, traits } from '../../model/glance.ts'
import type { Tail } from '../../model/report.ts'
import type { Layout } from '../../model/rulebook.ts'
import type { Watch } from '../../model/watch.ts'
import { CallIds } from './call-ids.ts'
import { CalledNames } from './called-names.ts'
import { Pending } from './pending.ts'
import type { Watches } from './watches.ts'

const { user, model, spoken, reasoning, calls: calling, results: answering, answered, item } = traits

/** The calls of a conversation and their results, held against the layout that an API wants. */
export class JointCheck {
  readonly ids: CallIds
  readonly names: CalledNames
  private readonly layout: Layout
  private readonly pending = new Pending()
  private isContinued = false
  private hasCalled = false
  /** Somebody has spoken since the calls that wait. */
  private isStale = false

  constructor(watches: readonly Watch[], layout: Layout) {
    this.layout = layout
    this.ids = new CallIds(watches, layout)
    this.names = new CalledNames(watches)
  }

  reset(watches: Watches, facts: Facts): void {
    this.isContinued = facts.isContinued
    this.hasCalled = false
    this.ids.table.clear()
    this.names.reset(watches, facts)
  }

  /** Forgets the calls that wait. */
  skip(): void {
    this.pending.clear()
    this.isStale = false
  }

  /** Whether every call so far has its result. */
  get areSettled(): boolean {
    return this.pending.missing === 0
  }

  /** Whether calls may wait here: only results have followed them, and in a live conversation the rest may be on its way. */
  mayWait(tail: Tail): boolean {
    return tail === 'open' && !this.isStale
  }

  /** Takes a sighting; false where a call or a result of it, or one that waits, is not as the layout wants it. */
  take(sightings: Sightings, number: number, tape: number, before: Traits, isJoined: boolean): boolean {
    const bits = sightings.traits[number] as number
    const calls = sightings.calls[number] as number
    const results = sightings.results[number] as number
    const isModel = (bits & model) !== 0
    if (isModel ? !this.takeModel(sightings, bits, tape, calls, before, isJoined) : calls > 0) return false
    if (results === 0 && (bits & answered) === 0) return isModel || this.takeSpoken(bits)
    if (!this.mayStandBeside(sightings.last[number] as number)) return false
    if (results > 0 && !this.takeResults(sightings, tape + calls, results, isJoined)) return false
    return isModel || this.takeSpoken(bits)
  }

  /** Takes calls whose results follow them in order, where none waits. */
  takeAnswered(sightings: Sightings, tape: number, calls: number): boolean {
    this.pending.clear()
    this.isStale = false
    this.hasCalled = true
    return this.ids.take(sightings.ids, tape, calls) && this.names.take(sightings.names, tape, calls)
  }

  private takeModel(
    sightings: Sightings,
    bits: Traits,
    tape: number,
    calls: number,
    before: Traits,
    isJoined: boolean,
  ): boolean {
    const { pending } = this
    if (pending.missing === 0) {
      pending.clear()
      this.isStale = false
    } else if (!this.mayGoOn(bits, before, isJoined)) return false
    if (calls === 0) return true
    if (!this.ids.take(sightings.ids, tape, calls) || !this.names.take(sightings.names, tape, calls))
      return false
    this.hasCalled = true
    if ((bits & answered) !== 0) return pending.missing === 0
    for (let index = tape; index < tape + calls; index++) pending.call(keyAt(sightings, index))
    return true
  }

  /** Whether the model may go on while calls wait: with the rest of its message, or where results stand anywhere. */
  private mayGoOn(bits: Traits, before: Traits, isJoined: boolean): boolean {
    const { answers, callsLast } = this.layout
    const isAnywhere = answers === 'anywhere'
    // Words and thoughts of the same message may not follow its calls.
    if (callsLast && (bits & (spoken | reasoning | calling)) !== calling) return false
    const isUnanswered = this.pending.answeredCount === 0 && !this.isStale
    // A call that still waits when the model speaks again after the user is one of the stretch before.
    if ((before & user) !== 0 && !isJoined) return false
    if ((bits & calling) !== 0 || !isAnywhere) {
      const isOneMessage = isJoined || ((bits & item) !== 0 && (bits & spoken) === 0)
      return isUnanswered && (isOneMessage || isAnywhere)
    }
    this.isStale ||= !isUnanswered
    return true
  }

  /** Whether results may share their turn with words. */
  private mayStandBeside(last: Traits): boolean {
    return (last & (model | spoken)) !== spoken || this.layout.answers !== 'adjacent'
  }

  private takeResults(sightings: Sightings, tape: number, count: number, isJoined: boolean): boolean {
    const { pending } = this
    const { answers, positional } = this.layout
    // Where places tell, results that do not follow their calls one by one are read.
    if (positional === true) return false
    if (answers === 'next' && pending.answeredCount > 0 && !isJoined) return false
    for (let index = tape; index < tape + count; index++) {
      if (!pending.answer(keyAt(sightings, index)) && !this.isKept(sightings.ids[index] as string))
        return false
    }
    return true
  }

  /** Whether the call of a result may be where the provider keeps the conversation, as long as none stands here. */
  private isKept(id: string): boolean {
    return this.isContinued && !this.hasCalled && this.ids.table.add(id)
  }

  /** Takes what others than the model say; false where calls still wait. */
  takeSpoken(bits: Traits): boolean {
    const isOnlyResults = (bits & answering) !== 0 && (bits & spoken) === 0
    if (isOnlyResults || this.pending.missing === 0) return true
    this.isStale = true
    return this.layout.answers === 'anywhere'
  }
}

/** The id by which a call and its result belong together: that of a function, or with the kind of its tool. */
function keyAt({ ids, tools }: Sightings, at: number): string {
  const id = ids[at] as string
  const tool = tools[at]
  return tool === undefined ? id : `${tool} ${id}`
}
