import { BaseSentinel } from '../../engine/base-sentinel.ts'
import type { Demands, Sentinel } from '../../model/format.ts'
import { isObject } from '../../model/json.ts'
import type { Facts, Speaker } from '../../model/transcript.ts'
import { isJson } from '../arguments.ts'
import { type Call, type Called, isByOrder } from './calls.ts'
import { CloserLook, isContent, isWords, type Message } from './closer-look.ts'
import { covers } from './covered.ts'
import { type NameCheck, nameCheck } from './name-check.ts'

// A small whole number, unlike infinity, is compared at no cost.
const endless = 2 ** 30 - 1

export function makeSentinel(demands: Demands): Sentinel {
  return new ChatSentinel(demands)
}

class ChatSentinel extends BaseSentinel {
  private readonly isCovered: boolean
  private readonly shortest: number
  private readonly longest: number
  /** Up to how many calls of one turn, all unlike the one before, need no second look at their ids. */
  private readonly trusted: number
  /** Whether every character of an id matters, though ids may repeat. */
  private readonly isSpelled: boolean
  private readonly isUniqueInRequest: boolean
  private readonly isPositional: boolean
  /** The form that arguments must have: JSON in a string, an object, or any. */
  private readonly argumentsForm: 'json' | 'object' | undefined
  private readonly wantsText: boolean
  private readonly ordersSpeakers: boolean
  private readonly wantsUser: boolean
  private readonly refusesMedia: boolean
  private readonly closer: CloserLook
  private readonly alternates: boolean
  private readonly startsOnUser: boolean
  private readonly names: NameCheck | undefined
  private readonly refusedRole: unknown
  private lacksUser = false
  /** Who last spoke, calls and results apart. */
  private lastWord: Speaker = 'unknown'

  constructor(demands: Demands) {
    super(demands)
    const { rows, layout } = demands
    this.isCovered = covers(demands)
    const row = rows['illegal-call-id']
    const exactly = Number(/\{(\d+)\}\$$/.exec(row?.pattern ?? '')?.[1] ?? 0)
    this.shortest = Math.max(exactly, 1)
    this.longest = exactly || (row?.maximum ?? endless)
    this.isUniqueInRequest = layout.unique === 'request'
    this.isPositional = layout.positional === true
    this.isSpelled = row?.pattern !== undefined && !this.isUniqueInRequest && !this.isPositional
    this.trusted = this.isPositional ? endless : this.isUniqueInRequest ? 0 : 2
    this.argumentsForm = rows['arguments-not-object'] ? 'object' : rows['arguments-not-json'] && 'json'
    this.wantsText = rows['empty-text'] !== undefined
    this.ordersSpeakers = rows['user-after-result'] !== undefined || rows['system-out-of-place'] !== undefined
    this.wantsUser = rows['no-user-turn'] !== undefined
    this.refusesMedia = rows['media-in-result'] !== undefined
    this.closer = new CloserLook(demands)
    this.alternates = layout.alternates !== undefined
    this.startsOnUser = rows['starts-on-model'] !== undefined
    this.names = nameCheck(demands)
    this.refusedRole = rows['unknown-role']?.refusedRole
  }

  override reset(facts: Facts): void {
    super.reset(facts)
    this.lacksUser = this.wantsUser && facts.hasUser !== true
    this.closer.reset(facts)
    this.lastWord = 'unknown'
  }

  /** Pairs by order, who spoke last, and reasoning by what was asked before look beyond a stretch. */
  isLocal(): boolean {
    return !this.isPositional && !this.alternates && !this.closer.isWide
  }

  feed(turns: readonly unknown[], from: number, to: number): number {
    if (this.isWatching) return this.seek(turns, from, to)
    if (!this.isCovered || this.lacksUser) return from < to ? from : -1
    if (from === 0) this.ids.reserve(to >> 2)
    let position = from
    while (position < to) {
      const turn = turns[position] as Message | null
      // Strictly: `== null` costs a look into every object.
      if (turn === null || turn === undefined) return position
      const next = turn.role === 'assistant' ? this.takeExchange(turns, turn, position, to) : position
      if (next > position) position = next
      else if (this.take(turn)) position++
      else return position
    }
    return -1
  }

  /** The first turn with a call that is looked out for; what is sound has each result beside its call. */
  private seek(turns: readonly unknown[], from: number, to: number): number {
    for (let position = from; position < to; position++) {
      const { role, tool_calls: calls } = turns[position] as Message
      if (role !== 'assistant' || !Array.isArray(calls)) continue
      for (let index = 0; index < calls.length; index++) {
        if (!this.ids.add((calls[index] as { readonly id: string }).id)) return position
      }
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
    if (count === 0 || position + count >= to) return position
    if (typeof content !== 'string' && content !== null && content !== undefined) return position
    if (this.closer.mindsCalls && !this.passAll(turns, position, position + count)) return position
    let last = ''
    for (let index = 0; index < count; index++) {
      const call = calls[index] as Call | null
      const result = turns[position + 1 + index] as Message | null
      if (call === null || call === undefined || result === null || result === undefined) return position
      if (result.role !== 'tool' || typeof result.content !== 'string') return position
      const { id, function: called } = call
      if (called === null || called === undefined) return position
      if (!this.hasForm(called) || this.names?.isLegal(called.name) === false) return position
      if (typeof id !== 'string') {
        if (!this.isPositional || !isByOrder(call, result)) return position
        continue
      }
      const answered = result.tool_call_id
      // Only strings are compared: a comparison that has met anything else stays slow.
      if (typeof answered !== 'string' || answered !== id || !this.isLegal(id)) return position
      if (id === last && !this.isPositional) return position
      if (this.isSpelled && !this.ids.isSpelled(id)) return position
      last = id
    }
    if (count > this.trusted && !this.rememberAll(calls as readonly { readonly id: string }[]))
      return position
    this.speaker = 'tool'
    return position + 1 + count
  }

  /** Whether nothing of a call message and its results, through `last`, is suspicious. */
  private passAll(turns: readonly unknown[], first: number, last: number): boolean {
    if (!this.closer.passes(turns[first] as Message, 'model')) return false
    for (let position = first + 1; position <= last; position++) {
      if (!isObject(turns[position]) || !this.closer.passes(turns[position] as Message, 'tool')) return false
    }
    return true
  }

  private hasForm(called: Called): boolean {
    const given = called.arguments
    if (given === '{}') return this.argumentsForm !== 'object'
    if (typeof called !== 'object') return false
    if (this.argumentsForm === 'json') return typeof given === 'string' && isJson(given)
    return this.argumentsForm === undefined || isObject(given)
  }

  private isLegal(id: string): boolean {
    return id.length >= this.shortest && id.length <= this.longest
  }

  /** Remembers the ids of one turn as far as they must differ; false where they do not, or are misspelled. */
  private rememberAll(calls: readonly { readonly id: string }[]): boolean {
    const isWide = this.isUniqueInRequest
    if (!isWide) this.ids.startTurn()
    for (let index = 0; index < calls.length; index++) {
      const { id } = calls[index] as { readonly id: string }
      if (!(isWide ? this.ids.add(id) : this.ids.addToTurn(id))) return false
    }
    return true
  }

  private take(turn: Message): boolean {
    switch (turn.role) {
      case 'tool':
        return this.passes(turn, 'tool') && this.takeResult(turn)
      case 'assistant':
        return this.passes(turn, 'model') && this.takeModel(turn)
      case 'user':
        return this.passes(turn, 'user') && this.takeOther(turn, 'user')
      case 'system':
      case 'developer':
        return turn.role !== this.refusedRole && this.passes(turn, 'system') && this.takeOther(turn, 'system')
      default:
        return false
    }
  }

  private passes(turn: Message, speaker: Speaker): boolean {
    return !this.closer.isNeeded || this.closer.passes(turn, speaker)
  }

  private takeResult(turn: Message): boolean {
    const id = turn.tool_call_id
    // Between a call and its results stands nothing else, so whoever spoke last was one of the two.
    if (typeof id !== 'string' || !this.pending.answer(id)) return false
    this.speaker = 'tool'
    if (this.refusesMedia && !isWords(turn.content)) return false
    return isContent(turn.content, this.wantsText)
  }

  private takeOther(turn: Message, speaker: Speaker): boolean {
    const before = this.speaker
    if (this.pending.missing > 0 || Array.isArray(turn.tool_calls)) return false
    if (this.ordersSpeakers && (before === 'tool' || (before === 'model' && speaker === 'system')))
      return false
    this.pending.clear()
    this.speaker = speaker
    if (this.alternates && speaker === 'user' && !this.isTurnOf('user')) return false
    return isContent(turn.content, this.wantsText)
  }

  private takeModel(turn: Message): boolean {
    if (this.pending.missing > 0) return false
    this.pending.clear()
    this.speaker = 'model'
    const { tool_calls: calls, content } = turn
    if (calls === undefined || calls === null)
      return (!this.alternates || this.isTurnOf('model')) && isContent(content, this.wantsText)
    if (!Array.isArray(calls) || calls.length === 0) return false
    const isWide = this.isUniqueInRequest
    if (!isWide) this.ids.startTurn()
    for (let index = 0; index < calls.length; index++) {
      if (!this.takeCall(calls[index] as Call | null, isWide)) return false
    }
    return content === null || content === undefined || isContent(content, this.wantsText)
  }

  /** Notes who speaks; false where somebody else should have. */
  private isTurnOf(speaker: Speaker): boolean {
    const before = this.lastWord
    this.lastWord = speaker
    return before !== speaker && !(before === 'unknown' && speaker === 'model' && this.startsOnUser)
  }

  private takeCall(call: Call | null, isWide: boolean): boolean {
    if (typeof call !== 'object' || call === null) return false
    const { id, function: called } = call
    if (called == null || !this.hasForm(called) || this.names?.isLegal(called.name) === false) return false
    if (typeof id !== 'string' || !this.isLegal(id)) return false
    if (!(isWide ? this.ids.add(id) : this.ids.addToTurn(id))) return false
    this.pending.call(id)
    return true
  }
}
