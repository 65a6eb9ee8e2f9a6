import { BaseSentinel } from '../../engine/look/base-sentinel.ts'
import { IdTrail } from '../../engine/look/id-trail.ts'
import type { Facts } from '../../model/facts.ts'
import type { Demands, Range, Sentinel } from '../../model/format.ts'
import { isWellFormed } from '../../model/json.ts'
import type { Tail } from '../../model/report.ts'
import { patternOf } from '../../model/rulebook.ts'
import {
  type Block,
  countMarks,
  hostedHalf,
  isCall,
  isFine,
  isPlain,
  isReasoning,
  isSigned,
  type Message,
  mayBeError,
  pointsTo,
  toldIn,
} from './blocks.ts'
import { BodyLook } from './body-look.ts'
import { covers } from './covered.ts'
import { firstOfPairs, isLedByReasoning, isSaid, plainAnswer } from './exchange.ts'
import { tiesFar } from './far.ts'
import { HostedSentinel } from './hosted-sentinel.ts'
import { ImageSentinel } from './image-sentinel.ts'
import { noteCalls, seekCall } from './seek.ts'
import * as strays from './strays.ts'
import { SystemLook } from './system-look.ts'

export const makeSentinel = (demands: Demands): Sentinel => new AnthropicSentinel(demands)

class AnthropicSentinel extends BaseSentinel {
  private readonly isCovered: boolean
  private readonly maximumMarks: number
  /** Whether members are refused by their names. */
  private readonly mindsStrays: boolean
  private readonly body: BodyLook
  private facts: Facts | undefined
  /** The message that holds the first result of the calls before it. */
  private answerTurn = -1
  private marks = 0
  private readonly hosted: HostedSentinel
  private readonly images: ImageSentinel
  /** Whether the open loop starts with reasoning; undefined before it starts. */
  private isReasoned: boolean | undefined
  private hasCalls = false
  /** Whether the last message is the model's and holds reasoning. */
  private endsOnReasoning = false
  private readonly system: SystemLook
  /** Whether the last message is the model's and ends with what a tool of the provider gave. */
  private endsOnHosted = false

  constructor(demands: Demands) {
    super(demands)
    this.isCovered = covers(demands)
    this.maximumMarks = demands.rows['too-many-cache-marks']?.maximum ?? Number.POSITIVE_INFINITY
    this.mindsStrays = strays.minds(demands)
    this.images = new ImageSentinel(demands)
    this.body = new BodyLook(demands)
    this.system = new SystemLook(demands)
    this.hosted = new HostedSentinel(patternOf(demands.rows['illegal-hosted-id']?.pattern ?? ''))
  }

  override reset(facts: Facts): void {
    super.reset(facts)
    this.facts = facts
    this.body.reset(facts)
    this.system.reset(facts)
    this.marks = facts.marks ?? 0
    this.images.clear()
  }

  override skip(): void {
    super.skip()
    this.answerTurn = -1
    this.endsOnReasoning = false
    this.startLoop()
  }

  override mayEnd(tail: Tail): boolean {
    const { isThinking = false, isAdaptive = false, isBody = false } = this.facts ?? {}
    if (this.marks > this.maximumMarks || this.body.isRefused || this.images.areTooMany) return false
    if (isThinking && !isAdaptive && this.hasCalls && this.isReasoned === false) return false
    if (this.speaker === 'model' && this.endsOnReasoning && isBody && !isThinking && tail === 'closed')
      return false
    return super.mayEnd(tail)
  }

  track(): void {
    this.trail = new IdTrail()
  }

  isLocal(turns: readonly unknown[], suspects: readonly Range[]): boolean {
    if (this.facts?.isThinking === true || this.body.isRefused || this.body.isBare) return false
    if (this.isBodySuspicious || this.images.overflowWith(turns, suspects)) return false
    return !tiesFar(turns, suspects, this.maximumMarks - this.marks, this.body)
  }

  feed(turns: readonly unknown[], from: number, to: number): number {
    if (this.isWatching) return seekCall(turns, from, to, this.ids)
    if (!this.isCovered) return from < to ? from : -1
    if (from === 0) this.ids.reserve(to >> 2)
    let position = from
    while (position < to) {
      const turn = turns[position] as Message | null
      if (typeof turn !== 'object' || turn === null || turn.tool_calls !== undefined) return position
      if (this.mindsStrays && strays.isLitteredMessage(turn)) return position
      const { role, content } = turn
      if (role === 'assistant') {
        if (this.takeExchange(content, turns, position, to)) {
          position += 2
          continue
        }
        if (!this.takeModel(content)) return position
        if (this.trail !== undefined && Array.isArray(content)) noteCalls(this.trail, content, position)
      } else if (role === 'system') {
        if (!this.takeSystem(turn)) return position
      } else if (role !== 'user' || !this.takeUser(content, position)) return position
      position++
    }
    return -1
  }

  /** Takes unmarked calls with their results in call order at one go, which is how nearly all of them come. */
  private takeExchange(content: unknown, turns: readonly unknown[], position: number, to: number): boolean {
    if (!Array.isArray(content) || position + 1 >= to || this.pending.missing > 0) return false
    const results = plainAnswer(turns[position + 1] as Message | null, this.mindsStrays)
    if (results === undefined) return false
    const first = this.hosted.isWaiting ? -1 : firstOfPairs(content, results, this.body, this.mindsStrays)
    if (first < 0) return false
    const count = content.length - first
    for (let index = first; index < content.length; index++) {
      if (!this.ids.add((content[index] as { readonly id: string }).id)) return false
    }
    if (this.trail !== undefined) noteCalls(this.trail, content, position)
    this.pending.clear()
    this.answerTurn = position + 1
    this.speaker = 'user'
    if (results.length > count) this.startLoop()
    else {
      this.isReasoned ??= first > 0 && isReasoning(content[0] as Block)
      this.hasCalls = true
    }
    return true
  }

  /** Instructions follow the user or what a tool of the provider gave, and the model speaks next; a setting stands anywhere. */
  private takeSystem(turn: Message): boolean {
    const kind = this.system.kindOf(turn)
    if (kind === undefined || this.pending.missing > 0) return false
    if (kind === 'setting') return true
    const isLed = this.speaker === 'model' ? this.endsOnHosted : this.speaker !== 'unknown'
    if (!isLed || !this.isHeard()) return false
    if (Array.isArray(turn.content)) this.marks += countMarks(turn.content)
    this.speaker = 'system'
    return true
  }

  private takeUser(content: unknown, position: number): boolean {
    if (this.speaker === 'system') return false
    this.speaker = 'user'
    if (typeof content === 'string') return this.isHeard() && isPlain(content)
    if (!Array.isArray(content) || content.length === 0) return false
    this.marks += countMarks(content)
    for (let index = 0; index < content.length; index++) {
      const block = content[index] as Block | null
      if (typeof block !== 'object' || block === null) return false
      if (block.type === 'tool_result') {
        if (!this.takeResult(block, position, index)) return false
      } else if (!this.isHeard() || !isSaid(block, this.mindsStrays) || !this.images.take(block)) return false
    }
    return true
  }

  /** Something is said to the model: its calls are answered and its own tools are done, or it is too early. */
  private isHeard(): boolean {
    if (this.pending.missing > 0 || this.hosted.isWaiting) return false
    this.startLoop()
    return true
  }

  private takeResult(block: Block, position: number, index: number): boolean {
    // Results lead; those of one turn stand together.
    if (this.answerTurn < 0) {
      if (index !== 0) return false
      this.answerTurn = position
    } else if (this.answerTurn !== position) return false
    const id = block.tool_use_id
    if (typeof id !== 'string' || !this.pending.answer(id)) return false
    const { content } = block
    const told = toldIn(content)
    if (told === 'unclear' || (this.mindsStrays && strays.isLitteredResult(block))) return false
    if ((block.is_error === true && !mayBeError(content)) || !isWellFormed(content)) return false
    return told === 'words' || (pointsTo(content, this.body.known) && this.images.takeAll(content))
  }

  private takeModel(content: unknown): boolean {
    const pending = this.pending
    if (pending.missing > 0) return false
    if (this.speaker !== 'model' || pending.answeredCount > 0) {
      pending.clear()
      this.answerTurn = -1
    }
    this.speaker = 'model'
    this.endsOnReasoning = false
    this.endsOnHosted = false
    if (typeof content === 'string') {
      if (content !== '') this.isReasoned ??= false
      return content === '' || isPlain(content)
    }
    if (!Array.isArray(content)) return false
    this.marks += countMarks(content)
    const isLed = isLedByReasoning(content)
    for (let index = 0; index < content.length; index++) {
      const block = content[index] as Block | null
      if (typeof block !== 'object' || block === null || !this.takeBlock(block, isLed)) return false
    }
    if (content.length > 0) this.isReasoned ??= isLed
    this.endsOnHosted = content.length > 0 && hostedHalf(content[content.length - 1] as Block) === 'result'
    return true
  }

  private takeBlock(block: Block, isLed: boolean): boolean {
    if (block.type === 'text') return this.pending.missing === 0 && isSaid(block, this.mindsStrays)
    if (block.type === 'tool_use')
      return !(this.mindsStrays && strays.isLitteredCall(block)) && this.takeCall(block)
    if (isReasoning(block)) {
      this.endsOnReasoning = true
      return this.pending.missing === 0 && (isLed || this.facts?.isAdaptive === true) && isSigned(block)
    }
    if (block.type === 'tool_result' || this.pending.missing > 0 || !isFine(block)) return false
    const half = hostedHalf(block)
    return half === undefined ? this.images.take(block) : this.hosted.take(block, half, this.body.known)
  }

  private takeCall(block: Block): boolean {
    if (!isCall(block) || !this.body.declares(block.name) || !this.ids.add(block.id)) return false
    this.pending.call(block.id)
    this.hasCalls = true
    return true
  }

  private startLoop(): void {
    this.hosted.clear()
    this.isReasoned = undefined
    this.hasCalls = false
  }
}
