import { type Traits, traits } from '../../model/glance.ts'
import type { Watches } from './watches.ts'

const { user, model, spoken, reasoning, calls, results, blank, signed } = traits

/** The order of reasoning, calls and words in the model's loops, as far as an API minds it. */
export class Loops {
  /** Whether there is anything to note. */
  isNeeded = false
  private isReasonedWanted = false
  private areRoundsMinded = false
  private areSignaturesWanted = false
  private alternates = false
  private startsOnUser = false
  /** Whether the open loop starts with reasoning; undefined before it starts. */
  private isReasoned: boolean | undefined
  private hasCalls = false
  /** Since the user last spoke: the model called, spoke without reasoning, or called without a signature. */
  private hasCalled = false
  private hasLacked = false
  private isUnsigned = false
  /** The trait of whoever last spoke, calls and results apart; 0 before anyone did. */
  private lastWord: Traits = 0

  reset({ areLoopsMinded, loops, alternates, startsOnUser }: Watches, isAdaptive: boolean): void {
    const wasNeeded = this.isNeeded
    this.isNeeded = areLoopsMinded
    if (!areLoopsMinded && !wasNeeded) return
    this.isReasonedWanted = loops.has('reasoned') && !isAdaptive
    this.areRoundsMinded = loops.has('every-round')
    this.areSignaturesWanted = loops.has('signed')
    this.alternates = alternates
    this.startsOnUser = startsOnUser
    this.hasCalled = false
    this.hasLacked = false
    this.isUnsigned = false
    this.lastWord = 0
    this.skip()
  }

  /** Forgets the open loop, to go on after a stretch that was not judged. */
  skip(): void {
    this.isReasoned = undefined
    this.hasCalls = false
  }

  /** Whether the conversation may end here. */
  get mayEnd(): boolean {
    return !this.isUnsigned && !(this.isReasonedWanted && this.hasCalls && this.isReasoned === false)
  }

  /** Notes a turn; false where it stands in the wrong order. */
  take(bits: Traits): boolean {
    if ((bits & model) !== 0) this.takeModel(bits)
    else this.takeOther(bits)
    if (this.areRoundsMinded && this.hasCalled && this.hasLacked) return false
    return (!this.alternates && !this.startsOnUser) || this.isTurnOf(bits)
  }

  private takeModel(bits: Traits): void {
    const hasReasoning = (bits & reasoning) !== 0
    const isCalling = (bits & calls) !== 0
    if (isCalling || hasReasoning || (bits & spoken) !== 0) this.isReasoned ??= hasReasoning
    this.hasCalls ||= isCalling
    this.hasCalled ||= isCalling
    this.hasLacked ||= !hasReasoning
    if (this.areSignaturesWanted && isCalling && (bits & signed) === 0) this.isUnsigned = true
  }

  private takeOther(bits: Traits): void {
    if ((bits & user) !== 0) {
      this.hasCalled = false
      this.hasLacked = false
    }
    if ((bits & spoken) === 0) return
    this.isUnsigned = false
    if ((bits & blank) === 0) this.skip()
  }

  /** Notes who speaks; false where somebody else should have. */
  private isTurnOf(bits: Traits): boolean {
    const who = bits & (user | model)
    if (who === 0 || (bits & results) !== 0 || (who === model && (bits & calls) !== 0)) return true
    const before = this.lastWord
    this.lastWord = who
    if (this.alternates && before === who) return false
    return !(this.startsOnUser && before === 0 && who === model)
  }
}
