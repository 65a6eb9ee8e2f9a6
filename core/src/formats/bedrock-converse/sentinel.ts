import { BaseSentinel } from '../../engine/look/base-sentinel.ts'
import type { Facts } from '../../model/facts.ts'
import type { Demands, Range, Sentinel } from '../../model/format.ts'
import { isWellFormed } from '../../model/json.ts'
import type { Tail } from '../../model/report.ts'
import { applies, type Row } from '../../model/rulebook.ts'
import { type NameCheck, nameCheck } from '../name-check.ts'
import { held, isMore, isStored, sealOf } from './blocks.ts'
import { covers } from './covered.ts'
import { marksIn } from './marks.ts'
import { isFineAndPlain, isFinePiece, isPlain } from './pieces.ts'

type Block = Readonly<Record<string, unknown>>

interface Message {
  readonly role?: unknown
  readonly tool_calls?: unknown
  readonly content?: unknown
}

interface Call {
  readonly type?: unknown
  readonly toolUseId?: unknown
  readonly name?: unknown
  readonly input?: unknown
}

interface Result {
  readonly type?: unknown
  readonly toolUseId?: unknown
  readonly content?: unknown
  readonly status?: unknown
}

export function makeSentinel(demands: Demands): Sentinel {
  return new ConverseSentinel(demands)
}

class ConverseSentinel extends BaseSentinel {
  private readonly isCovered: boolean
  private readonly rows: Demands['rows']
  private readonly longest: number
  private readonly names: NameCheck | undefined
  /** Results share their turn with nothing else. */
  private standAlone = false
  /** Calls share their turn with no words. */
  private callsAlone = false
  /** No tool is declared, though calls and results want some. */
  private isBare = false
  /** Reasoning is signed and leads its turn, and errors are told in words. */
  private isClaudes = false
  private mindsMedia = false
  /** Videos, and media that lie in a store, are looked at in full. */
  private mindsShown = false
  /** The marks seen, and how many this model takes. */
  private marks = 0
  private maximumMarks = Number.POSITIVE_INFINITY
  /** A model that does not think refuses to go on from reasoning. */
  private mindsThoughts = false
  private endsOnReasoning = false
  private facts: Facts | undefined
  /** Whether the open loop starts with reasoning; undefined before it starts. */
  private isReasoned: boolean | undefined
  private hasCalls = false

  constructor(demands: Demands) {
    super(demands)
    this.isCovered = covers(demands)
    this.rows = demands.rows
    this.longest = demands.rows['illegal-call-id']?.maximum ?? Number.POSITIVE_INFINITY
    this.names = nameCheck(demands)
  }

  override reset(facts: Facts): void {
    super.reset(facts)
    const isDemanded = (row: Row | undefined): boolean => row !== undefined && applies(row, facts)
    this.standAlone = isDemanded(this.rows['text-beside-results'])
    this.callsAlone = isDemanded(this.rows['text-beside-calls'])
    this.isClaudes = isDemanded(this.rows['reasoning-unsigned'])
    this.mindsMedia = isDemanded(this.rows['media-in-result'])
    this.mindsShown = isDemanded(this.rows['unsupported-media'])
    const row = this.rows['too-many-cache-marks']
    this.marks = facts.marks ?? 0
    this.maximumMarks = (isDemanded(row) ? row?.maximum : undefined) ?? Number.POSITIVE_INFINITY
    this.mindsThoughts = facts.isBody && !facts.isThinking && isDemanded(this.rows['reasoning-when-off'])
    this.facts = facts
    this.isBare = facts.isBody && facts.tools === undefined && isDemanded(this.rows['tools-not-declared'])
  }

  override skip(): void {
    super.skip()
    this.endsOnReasoning = false
    this.startLoop()
  }

  override mayEnd(tail: Tail): boolean {
    const isBound = this.isThinking() && this.facts?.isAdaptive !== true
    if (this.marks > this.maximumMarks) return false
    if (this.mindsThoughts && this.endsOnReasoning && this.speaker === 'model' && tail === 'closed')
      return false
    return !(isBound && this.hasCalls && this.isReasoned === false) && super.mayEnd(tail)
  }

  /** Tools are declared for all calls at once, marks are counted, and reasoning is judged by what was said long before. */
  isLocal(turns: readonly unknown[], suspects: readonly Range[]): boolean {
    if (this.isBare || this.isThinking() || this.isBodySuspicious) return false
    return marksIn(turns, suspects) <= this.maximumMarks - this.marks
  }

  private isThinking(): boolean {
    return this.isClaudes && this.facts?.isThinking === true
  }

  private startLoop(): void {
    this.isReasoned = undefined
    this.hasCalls = false
  }

  feed(turns: readonly unknown[], from: number, to: number): number {
    if (!this.isCovered) return from < to ? from : -1
    if (from === 0) this.ids.reserve(to >> 2)
    for (let position = from; position < to; position++) {
      const turn = turns[position] as Message | null
      if (typeof turn !== 'object' || turn === null) return position
      const { role, content } = turn
      if (turn.tool_calls !== undefined) return position
      if (!Array.isArray(content) || content.length === 0) return position
      if (role === 'assistant') {
        if (position === 0 || !this.takeModel(content)) return position
      } else if (role !== 'user' || !this.takeUser(content)) return position
    }
    return -1
  }

  private takeModel(content: readonly unknown[]): boolean {
    const pending = this.pending
    if (this.speaker === 'model' || pending.missing > 0) return false
    pending.clear()
    this.speaker = 'model'
    const isLed = onlyMember(content[0] as Block) === 'reasoningContent'
    this.isReasoned ??= isLed
    this.endsOnReasoning = false
    let isSaid = false
    for (let index = 0; index < content.length; index++) {
      const block = content[index] as Block
      const kind = onlyMember(block)
      if (kind === 'toolUse') {
        if ((isSaid && this.callsAlone) || !this.takeCall(block.toolUse as Call | null)) return false
      } else if (kind !== 'cachePoint' && pending.missing > 0) return false
      else if (kind === undefined || kind === 'document' || !this.isFine(kind, block)) return false
      else if (kind === 'reasoningContent' && this.isClaudes && !this.isReasoning(block, isLed)) return false
      else if (kind === 'cachePoint') this.marks++
      else if (kind === 'reasoningContent') this.endsOnReasoning = true
      else isSaid = true
    }
    return true
  }

  private isFine(kind: string, block: Block): boolean {
    if (this.mindsShown && (kind === 'video' || isStored(block, kind))) return false
    return isFine(kind, block)
  }

  /** Whether reasoning is signed and stands where it may. */
  private isReasoning(block: Block, isLed: boolean): boolean {
    return (isLed || this.facts?.isAdaptive === true) && sealOf(held(block, 'reasoningContent')).signed
  }

  private takeUser(content: readonly unknown[]): boolean {
    if (this.speaker === 'user') return false
    this.speaker = 'user'
    let hasResults = false
    let hasMore = false
    let hasText = false
    let hasDocument = false
    for (let index = 0; index < content.length; index++) {
      const block = content[index] as Block
      const kind = onlyMember(block)
      if (kind === 'toolResult') {
        // Results lead: only marks may stand before one.
        if (hasMore || !this.takeResult(block.toolResult as Result | null)) return false
        hasResults = true
        continue
      }
      if (kind === undefined || !this.isFine(kind, block)) return false
      if (kind === 'cachePoint') {
        this.marks++
        continue
      }
      if (this.pending.missing > 0 || (hasResults && this.standAlone)) return false
      if (kind === 'reasoningContent' && this.isClaudes) return false
      this.startLoop()
      hasMore = true
      hasText ||= kind === 'text'
      hasDocument ||= kind === 'document'
    }
    return hasText || !hasDocument
  }

  private takeCall(call: Call | null): boolean {
    if (this.isBare || typeof call !== 'object' || call === null || call.type !== undefined) return false
    const { toolUseId: id, name, input } = call
    if (this.names?.isLegal(name) === false) return false
    if (typeof id !== 'string' || id === '' || id.length > this.longest) return false
    if (typeof input !== 'object' || input === null || Array.isArray(input) || !isWellFormed(input))
      return false
    if (!this.ids.add(id)) return false
    this.pending.call(id)
    this.hasCalls = true
    return true
  }

  private takeResult(result: Result | null): boolean {
    if (this.isBare || typeof result !== 'object' || result === null || result.type !== undefined)
      return false
    const { toolUseId: id, content, status } = result
    if (typeof id !== 'string' || !this.pending.answer(id) || !Array.isArray(content)) return false
    if (status === 'error' && (content.length === 0 || (this.isClaudes && content.some(isMore)))) return false
    return content.every(this.mindsMedia ? isFineAndPlain : isFinePiece)
  }
}

/** Whether a block that is neither the model's call nor the user's result is nothing to look at twice. */
function isFine(kind: string, block: Block): boolean {
  if (kind === 'text') return typeof block.text === 'string' && isPlain(block.text)
  if (kind === 'toolUse' || kind === 'toolResult') return false
  const value = block[kind]
  return typeof value === 'object' && value !== null && !Array.isArray(value) && isWellFormed(block)
}

/** The one member of a block, or undefined where it has none, several, or is no block. */
function onlyMember(block: Block | null): string | undefined {
  if (typeof block !== 'object' || block === null || Array.isArray(block)) return undefined
  let only: string | undefined
  for (const key in block) {
    if (only !== undefined) return undefined
    only = key
  }
  return only
}
