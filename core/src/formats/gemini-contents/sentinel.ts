import { BaseSentinel } from '../../engine/look/base-sentinel.ts'
import type { Facts } from '../../model/facts.ts'
import type { Demands, Sentinel } from '../../model/format.ts'
import type { Tail } from '../../model/report.ts'
import { applies, type Row } from '../../model/rulebook.ts'
import { type NameCheck, nameCheck } from '../name-check.ts'
import { covers } from './covered.ts'

/** A part, as far as a look at it goes; what is spelled in another way is read in full. */
interface Part {
  readonly text?: unknown
  readonly functionCall?: Held | null
  readonly functionResponse?: Held | null
  readonly function_call?: unknown
  readonly function_response?: unknown
  readonly thoughtSignature?: unknown
  /** What parts have elsewhere: such a one is read in full. */
  readonly type?: unknown
  readonly toolUse?: unknown
  readonly toolResult?: unknown
}

/** What a call or a result holds. */
interface Held {
  readonly id?: unknown
  readonly name?: unknown
  readonly args?: unknown
  readonly response?: unknown
}

interface Content {
  readonly role?: unknown
  readonly tool_calls?: unknown
  readonly parts?: unknown
}

export function makeSentinel(demands: Demands): Sentinel {
  return new GeminiSentinel(demands)
}

class GeminiSentinel extends BaseSentinel {
  private readonly isCovered: boolean
  private readonly signatureRow: Row | undefined
  private readonly names: NameCheck | undefined
  private readonly standAlone: boolean
  private wantsSignatures = false
  /** The calls of the last model turn, and how many of them have no result yet. */
  private readonly calls: Held[] = []
  private callCount = 0
  private missing = 0
  /** Whether a step since the user last spoke lacks its signature. */
  private isUnsigned = false

  constructor(demands: Demands) {
    super(demands)
    this.isCovered = covers(demands)
    this.signatureRow = demands.rows['signature-missing']
    this.names = nameCheck(demands)
    this.standAlone = demands.rows['text-beside-results'] !== undefined
  }

  override reset(facts: Facts): void {
    super.reset(facts)
    this.wantsSignatures = this.signatureRow !== undefined && applies(this.signatureRow, facts)
    this.isUnsigned = false
  }

  override skip(): void {
    super.skip()
    this.callCount = 0
    this.missing = 0
    this.calls.length = 0
  }

  override isSettled(): boolean {
    return this.missing === 0
  }

  override mayEnd(tail: Tail): boolean {
    if (this.isUnsigned) return false
    return this.missing > 0 ? tail === 'open' : super.mayEnd(tail)
  }

  /** Whether a call must be signed depends on all that follows it. */
  isLocal(): boolean {
    return !this.wantsSignatures
  }

  feed(turns: readonly unknown[], from: number, to: number): number {
    if (!this.isCovered) return from < to ? from : -1
    for (let position = from; position < to; position++) {
      const turn = turns[position] as Content | null
      if (typeof turn !== 'object' || turn === null) return position
      const { role, parts } = turn
      if (turn.tool_calls !== undefined) return position
      if (!Array.isArray(parts) || parts.length === 0) return position
      if (role === 'model') {
        if (!this.takeModel(parts, position)) return position
      } else if (role === 'user' || role === undefined || role === 'function' || role === 'tool') {
        if (!this.takeUser(parts)) return position
      } else return position
    }
    return -1
  }

  private takeModel(parts: readonly unknown[], position: number): boolean {
    if (this.missing > 0) return false
    const isAfterUser = position > 0 && this.speaker !== 'model'
    this.speaker = 'model'
    this.callCount = 0
    for (let index = 0; index < parts.length; index++) {
      const part = parts[index] as Part | null
      if (!isPart(part) || (part.functionResponse !== undefined && part.functionResponse !== null))
        return false
      const call = part.functionCall
      if (call === undefined || call === null) continue
      if (!isAfterUser || !this.takeCall(call)) return false
      if (this.callCount === 1 && this.wantsSignatures && !isSigned(part)) this.isUnsigned = true
    }
    this.missing = this.callCount
    return true
  }

  private takeCall(call: Held): boolean {
    if (typeof call !== 'object' || this.names?.isLegal(call.name) === false) return false
    const { id, args } = call
    if (typeof args !== 'object' ? args !== undefined : Array.isArray(args)) return false
    if (this.isWatching && typeof id === 'string' && !this.ids.add(id)) return false
    this.calls[this.callCount++] = call
    return true
  }

  private takeUser(parts: readonly unknown[]): boolean {
    const isAnswering = this.speaker === 'model' && this.missing > 0
    if (!isAnswering && this.missing > 0) return false
    let count = 0
    for (let index = 0; index < parts.length; index++) {
      const part = parts[index] as Part | null
      if (!isPart(part) || (part.functionCall !== undefined && part.functionCall !== null)) return false
      const result = part.functionResponse
      if (result === undefined || result === null) continue
      // The n-th result belongs to the n-th call; what says otherwise is read in full.
      if (!isAnswering || count >= this.callCount || !isAnswer(result, this.calls[count])) return false
      count++
    }
    if (count < parts.length) {
      if (count < this.missing || (count > 0 && this.standAlone)) return false
      this.isUnsigned = false
    }
    if (isAnswering && count === 0) return false
    this.missing -= count
    this.speaker = 'user'
    return true
  }
}

/** Whether this is a part that can be judged by a look at it. */
function isPart(part: Part | null): part is Part {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return false
  const { text } = part
  if (text !== undefined && text !== null && typeof text !== 'string') return false
  if (part.type !== undefined || part.toolUse !== undefined || part.toolResult !== undefined) return false
  return part.function_call === undefined && part.function_response === undefined
}

function isSigned({ thoughtSignature }: Part): boolean {
  return typeof thoughtSignature === 'string' && thoughtSignature !== ''
}

function isAnswer(result: Held, call: Held | undefined): boolean {
  if (typeof result !== 'object' || Array.isArray(result) || result.name !== call?.name) return false
  const { response } = result
  if (typeof response !== 'object' || response === null || Array.isArray(response)) return false
  return result.id === call?.id
}
