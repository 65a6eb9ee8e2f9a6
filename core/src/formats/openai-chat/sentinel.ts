import { BaseSentinel } from '../../engine/base-sentinel.ts'
import type { Demands, Sentinel } from '../../model/format.ts'
import type { Speaker } from '../../model/transcript.ts'
import { covers } from './covered.ts'
import { isJson } from './walk.ts'

/** A message, as far as a look at it goes. */
interface Message {
  readonly role?: unknown
  readonly content?: unknown
  readonly tool_calls?: unknown
  readonly tool_call_id?: unknown
  readonly prefix?: unknown
}

interface Call {
  readonly id?: unknown
  readonly function?: { readonly arguments?: unknown } | null
}

export function makeSentinel(demands: Demands): Sentinel {
  return new ChatSentinel(demands)
}

class ChatSentinel extends BaseSentinel {
  private readonly isCovered: boolean
  private readonly longest: number
  /** The length that every id must have; 0 where any will do. */
  private readonly exactly: number
  private readonly isUniqueInRequest: boolean
  private readonly checksJson: boolean
  private readonly wantsText: boolean
  private readonly ordersSpeakers: boolean

  constructor(demands: Demands) {
    super(demands)
    const { rows, layout } = demands
    const row = rows['illegal-call-id']
    this.isCovered = covers(demands)
    this.longest = row?.maximum ?? Number.POSITIVE_INFINITY
    this.exactly = Number(/\{(\d+)\}\$$/.exec(row?.pattern ?? '')?.[1] ?? 0)
    this.isUniqueInRequest = layout.unique === 'request'
    this.checksJson = rows['arguments-not-json'] !== undefined
    this.wantsText = rows['empty-text'] !== undefined
    this.ordersSpeakers = rows['user-after-result'] !== undefined || rows['system-out-of-place'] !== undefined
  }

  feed(turns: readonly unknown[], from: number, to: number): number {
    if (!this.isCovered) return from < to ? from : -1
    if (from === 0) this.ids.reserve(to >> 2)
    let position = from
    while (position < to) {
      const turn = turns[position] as Message | null
      if (typeof turn !== 'object' || turn === null) return position
      const next = turn.role === 'assistant' ? this.takeExchange(turns, turn, position, to) : position
      if (next > position) position = next
      else if (this.take(turn)) position++
      else return position
    }
    return -1
  }

  /**
   * Takes calls with their results in call order at one go, which is how nearly all of them come.
   *
   * Returns the position after them, or the same position where they must be looked at one by one.
   */
  private takeExchange(turns: readonly unknown[], turn: Message, position: number, to: number): number {
    const { tool_calls: calls, content } = turn
    if (!Array.isArray(calls) || this.pending.missing > 0) return position
    const count = calls.length
    if (count === 0 || position + count >= to || (typeof content !== 'string' && content != null))
      return position
    for (let index = 0; index < count; index++) {
      const call = calls[index] as Call | null
      const result = turns[position + 1 + index] as Message | null
      if (typeof call !== 'object' || call === null || typeof result !== 'object' || result === null)
        return position
      const { id } = call
      if (result.role !== 'tool' || result.tool_call_id !== id || typeof result.content !== 'string')
        return position
      if (!this.isLegal(id) || (this.checksJson && !hasJson(call.function?.arguments))) return position
    }
    if (!this.rememberAll(calls as readonly { readonly id: string }[])) return position
    this.speaker = 'tool'
    return position + 1 + count
  }

  private isLegal(id: unknown): id is string {
    if (typeof id !== 'string' || id === '' || id.length > this.longest) return false
    return this.exactly === 0 || id.length === this.exactly
  }

  /** Remembers the ids of one turn as far as they must differ; false where they do not. */
  private rememberAll(calls: readonly { readonly id: string }[]): boolean {
    const isWide = this.isUniqueInRequest || this.isWatching
    // One or two calls need no table to be told apart.
    if (!isWide && calls.length < 3)
      return this.isSpelled(calls[0]?.id) && this.isOther(calls[0]?.id, calls[1]?.id)
    if (!isWide) this.ids.clear()
    for (let index = 0; index < calls.length; index++) {
      if (!this.ids.add((calls[index] as { readonly id: string }).id)) return false
    }
    return true
  }

  private isSpelled(id: string | undefined): boolean {
    return this.exactly === 0 || (id !== undefined && this.ids.isSpelled(id))
  }

  private isOther(first: string | undefined, second: string | undefined): boolean {
    return second === undefined || (first !== second && this.isSpelled(second))
  }

  private take(turn: Message): boolean {
    switch (turn.role) {
      case 'tool':
        return this.takeResult(turn)
      case 'assistant':
        return this.takeModel(turn)
      case 'user':
        return this.takeOther(turn, 'user')
      case 'system':
      case 'developer':
        return this.takeOther(turn, 'system')
      default:
        return false
    }
  }

  private takeResult(turn: Message): boolean {
    const id = turn.tool_call_id
    // Between a call and its results stands nothing else, so whoever spoke last was one of the two.
    if (typeof id !== 'string' || !this.pending.answer(id)) return false
    this.speaker = 'tool'
    return this.isContent(turn.content)
  }

  private takeOther(turn: Message, speaker: Speaker): boolean {
    const before = this.speaker
    if (this.pending.missing > 0) return false
    if (this.ordersSpeakers && (before === 'tool' || (before === 'model' && speaker === 'system')))
      return false
    this.pending.clear()
    this.speaker = speaker
    return this.isContent(turn.content)
  }

  private takeModel(turn: Message): boolean {
    if (this.pending.missing > 0) return false
    this.pending.clear()
    this.speaker = 'model'
    const { tool_calls: calls, content } = turn
    if (calls === undefined || calls === null) return this.isContent(content)
    if (!Array.isArray(calls) || calls.length === 0) return false
    const isWide = this.isUniqueInRequest || this.isWatching
    if (!isWide) this.ids.clear()
    for (let index = 0; index < calls.length; index++) {
      if (!this.takeCall(calls[index] as Call | null)) return false
    }
    return content === null || content === undefined || this.isContent(content)
  }

  private takeCall(call: Call | null): boolean {
    if (typeof call !== 'object' || call === null) return false
    const { id } = call
    if (!this.isLegal(id) || !this.ids.add(id)) return false
    if (this.checksJson && !hasJson(call.function?.arguments)) return false
    this.pending.call(id)
    return true
  }

  private isContent(content: unknown): boolean {
    if (typeof content === 'string') return true
    if (!Array.isArray(content)) return false
    for (let index = 0; index < content.length; index++) {
      const item = content[index] as { readonly type?: unknown; readonly text?: unknown } | null
      if (typeof item !== 'object' || item === null) return false
      if (item.type === 'text' ? typeof item.text !== 'string' : Array.isArray(item)) return false
      if (this.wantsText && item.text === '') return false
    }
    return true
  }
}

function hasJson(given: unknown): boolean {
  return typeof given === 'string' && isJson(given)
}
