import type { Speaker } from '../../model/transcript.ts'
import type { Demands } from './demands.ts'

/** The facts of one turn, as a format tells them. */
export interface Told {
  speaker: Speaker
  isSpoken: boolean
  isReasoned: boolean
  isSigned: boolean
  /** The turn is an item of the model's or a tool's, not a message. */
  isItem: boolean
  /** The provider knows it by a name. */
  isNamed: boolean
  calls: number
  results: number
}

/** The order of a plain conversation: who speaks after whom, and where the model's reasoning stands. */
export class PlainOrder {
  private readonly demands: Demands
  private readonly isUnstored: boolean
  /** The speaker of the turn before; undefined if nobody knows. */
  before: Speaker | undefined
  wasCalling = false
  private wasAnswering = false
  private wasReasoned = false
  private lastSpeech: Speaker | undefined
  /** Whether the loop that is open starts with reasoning; undefined before the model speaks. */
  private isLoopReasoned: boolean | undefined
  private hasLoopCalled = false
  /** Since the user last spoke, the model has called, has spoken without reasoning, or has reasoned in an item. */
  private hasCalled = false
  private hasLacked = false
  private hasReasonedItem = false
  private isUnsigned = false
  /** The last item is reasoning that something has to follow: anything, or what has a name of its own. */
  private hanging: 'any' | 'message' | 'named' | undefined

  constructor(demands: Demands, isUnstored: boolean) {
    this.demands = demands
    this.isUnstored = isUnstored
  }

  /** Forgets what stands before the next turn. */
  skip(): void {
    this.before = undefined
    this.isLoopReasoned = undefined
    this.hasLoopCalled = false
    this.hasReasonedItem = false
    this.hanging = undefined
  }

  /** Whether the reasoning is in order if the conversation ends here. */
  get isReasoningFine(): boolean {
    if (this.isUnsigned) return false
    return !(this.demands.reasoning === 'open-loop' && this.hasLoopCalled && this.isLoopReasoned === false)
  }

  /** Whether a closed request may end here; `text`: the last words. */
  mayClose(text: string): boolean {
    const { demands, before } = this
    if (before === undefined || this.hanging !== undefined || demands.badEnds.includes(before)) return false
    if (before !== 'model') return true
    if (demands.endsWithoutSpace && text !== text.trimEnd()) return false
    return !(demands.endsWithoutReasoning && this.wasReasoned)
  }

  /** Notes that the first call of a turn has no signature. */
  lackSignature(): void {
    this.isUnsigned ||= this.demands.areCallsSigned
  }

  /** Takes a turn at a position; false if it may not stand there. */
  take(told: Told, at: number): boolean {
    if (!this.standsWell(told, at) || !this.followsSpeech(told) || !this.followsReasoning(told)) return false
    if (told.speaker === 'model') this.noteModel(told)
    else this.noteOther(told)
    const { reasoning } = this.demands
    if (reasoning === 'every-round' && this.hasCalled && this.hasLacked) return false
    if (reasoning === 'every-call' && told.calls > 0 && !told.isReasoned) return false
    this.before = told.speaker
    this.wasCalling = told.calls > 0
    this.wasAnswering = told.results > 0
    this.wasReasoned = told.isReasoned
    return true
  }

  /** Whether the turn may follow the one before it. */
  private standsWell({ speaker, calls }: Told, at: number): boolean {
    const { before, demands } = this
    if (speaker === 'system') return this.mayInstruct(at)
    if (speaker === 'model') {
      if (at === 0 && demands.startsOnUser) return false
      if (before === 'model' && demands.areNeighboursApart) return false
      return calls === 0 || !demands.areCallsAfterUser || (at > 0 && before !== 'model')
    }
    if (before === 'system' && demands.system === 'before-model') return false
    if (speaker !== 'user') return true
    return !(demands.areNeighboursApart && before === 'user') && !(demands.isUserApart && this.wasAnswering)
  }

  /** Whether instructions may stand here. */
  private mayInstruct(at: number): boolean {
    switch (this.demands.system) {
      case 'anywhere':
        return true
      case 'first':
        return at === 0
      case 'before-model':
        return at > 0 && this.before !== undefined && this.before !== 'model'
      case 'not-after-model':
        return this.before !== 'model' && !this.wasAnswering
      default:
        return false
    }
  }

  /** Whether user and model alternate, calls and results apart, if the API wants that. */
  private followsSpeech({ speaker, calls, results }: Told): boolean {
    if (!this.demands.isSpeechOrdered || calls > 0 || results > 0) return true
    if (speaker !== 'user' && speaker !== 'model') return true
    const { lastSpeech } = this
    this.lastSpeech = speaker
    return lastSpeech === undefined ? speaker === 'user' : lastSpeech !== speaker
  }

  /** Whether an item may follow the reasoning before it, or stand without any. */
  private followsReasoning({ speaker, isNamed, isItem, isReasoned, isSigned, calls }: Told): boolean {
    const { hanging, demands } = this
    if (hanging !== undefined) {
      if (speaker !== 'model' || (hanging === 'named' && !isNamed)) return false
      if (hanging === 'message' && !isItem && !isNamed) return false
      this.hanging = undefined
    }
    if (!isNamed) return true
    if (calls > 0 || (speaker === 'model' && !isItem))
      return !demands.areNamedItemsReasoned || this.hasReasonedItem
    return !(this.isUnstored && isReasoned) || (isSigned && demands.isNamedReasoningTaken)
  }

  private noteModel({ isReasoned, isSpoken, isItem, isNamed, isSigned, calls }: Told): void {
    const isCalling = calls > 0
    if (isCalling || isReasoned || isSpoken) this.isLoopReasoned ??= isReasoned
    this.hasLoopCalled ||= isCalling
    this.hasCalled ||= isCalling
    this.hasLacked ||= !isReasoned
    if (!isReasoned || !isItem) return
    this.hasReasonedItem = true
    if (isNamed && this.demands.isReasoningFollowed)
      this.hanging = !isSigned ? 'named' : this.isUnstored ? 'any' : 'message'
  }

  private noteOther({ speaker, isSpoken }: Told): void {
    if (speaker === 'user') {
      this.hasCalled = false
      this.hasLacked = false
      this.hasReasonedItem = false
    }
    if (!isSpoken) return
    this.isUnsigned = false
    this.isLoopReasoned = undefined
    this.hasLoopCalled = false
  }
}
