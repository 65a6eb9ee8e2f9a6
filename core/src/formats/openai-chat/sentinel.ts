import type { Facts } from '../../model/facts.ts'
import type { Demands, Sentinel } from '../../model/format.ts'
import { applies, type Row, refusesInstructions } from '../../model/rulebook.ts'
import type { Speaker } from '../../model/transcript.ts'
import type { Call } from './calls.ts'
import { isContent, isWords, type Message } from './closer-look.ts'
import { covers } from './covered.ts'
import { ExchangeSentinel } from './exchange-sentinel.ts'

export function makeSentinel(demands: Demands): Sentinel {
  return new ChatSentinel(demands)
}

class ChatSentinel extends ExchangeSentinel {
  private readonly isCovered: boolean
  private readonly wantsText: boolean
  private readonly ordersSpeakers: boolean
  private readonly wantsUser: boolean
  private readonly refusesMedia: boolean
  private readonly alternates: boolean
  private readonly startsOnUser: boolean
  private readonly refusedRole: unknown
  /** What only few models mind is looked for in full. */
  private readonly words: Row | undefined
  private readonly firstOnly: Row | undefined
  private readonly roles: Row | undefined
  /** Where instructions are looked at in full: everywhere, or in every turn but the first. */
  private mindsSystem: 'all' | 'later' | undefined
  private lacksUser = false
  private mindsWords = false
  private model: string | undefined
  /** Who last spoke, calls and results apart. */
  private lastWord: Speaker = 'unknown'

  constructor(demands: Demands) {
    super(demands)
    const { rows, layout } = demands
    this.isCovered = covers(demands)
    this.wantsText = rows['empty-text'] !== undefined
    const place = rows['system-out-of-place']
    this.firstOnly = place?.atStart === true ? place : undefined
    this.roles = rows['unknown-role']
    this.ordersSpeakers =
      rows['user-after-result'] !== undefined || (place !== undefined && this.firstOnly === undefined)
    this.wantsUser = rows['no-user-turn'] !== undefined
    this.refusesMedia = rows['media-in-result'] !== undefined
    this.alternates = layout.alternates !== undefined
    this.startsOnUser = rows['starts-on-model'] !== undefined
    this.words = rows['text-beside-calls']
    this.refusedRole = rows['unknown-role']?.refusedRole
  }

  override reset(facts: Facts): void {
    super.reset(facts)
    this.lacksUser = this.wantsUser && facts.hasUser !== true
    if (this.words !== undefined && facts.model !== this.model) {
      this.model = facts.model
      this.mindsWords = applies(this.words, facts)
    }
    this.mindsSystem = this.mindedSystem(facts)
    this.closer.reset(facts)
    this.lastWord = 'unknown'
  }

  private mindedSystem(facts: Facts): 'all' | 'later' | undefined {
    if (this.roles !== undefined && refusesInstructions(this.roles, facts)) return 'all'
    return this.firstOnly !== undefined && applies(this.firstOnly, facts) ? 'later' : undefined
  }

  /** Pairs by order, who spoke last, and reasoning by what was asked before look beyond a stretch. */
  isLocal(): boolean {
    return !this.isPositional && !this.alternates && !this.closer.isWide && !this.isBodySuspicious
  }

  feed(turns: readonly unknown[], from: number, to: number): number {
    if (this.isWatching) return this.seek(turns, from, to)
    if (!this.isCovered || this.lacksUser || this.mindsWords) return from < to ? from : -1
    if (from === 0) this.ids.reserve(to >> 2)
    let position = from
    while (position < to) {
      const turn = turns[position] as Message | null
      const calls = turn?.tool_calls
      if (calls !== undefined && this.pending.missing === 0) {
        const after = this.takeExchanges(turns, position, to)
        if (after > position) {
          position = after
          continue
        }
      }
      if (this.mindsSystem !== undefined && this.isMindedSystem(turn, position)) return position
      if (!this.take(turn)) return position
      if (this.trail !== undefined && Array.isArray(calls)) this.note(calls, position)
      position++
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

  private take(turn: Message | null): boolean {
    if (turn === null || turn === undefined) return false
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

  private isMindedSystem(turn: Message | null, position: number): boolean {
    const isSystem = turn?.role === 'system' || turn?.role === 'developer'
    return isSystem && (position > 0 || this.mindsSystem === 'all')
  }

  private passes(turn: Message, speaker: Speaker): boolean {
    return !this.closer.isNeeded || this.closer.passes(turn, speaker)
  }

  private takeResult(turn: Message): boolean {
    const id = turn.tool_call_id
    // Between a call and its results stands nothing else, so whoever spoke last was one of the two.
    if (typeof id !== 'string' || !this.pending.answer(id)) return false
    this.speaker = 'tool'
    if (!this.isNamed(turn)) return false
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
    const isFew = this.areFew(calls)
    if (!isWide && !isFew) this.ids.startTurn()
    for (let index = 0; index < calls.length; index++) {
      if (!this.takeCall(calls[index] as Call | null, isWide, isFew)) return false
    }
    return content === null || content === undefined || isContent(content, this.wantsText)
  }

  /** Notes who speaks; false where somebody else should have. */
  private isTurnOf(speaker: Speaker): boolean {
    const before = this.lastWord
    this.lastWord = speaker
    return before !== speaker && !(before === 'unknown' && speaker === 'model' && this.startsOnUser)
  }

  private takeCall(call: Call | null, isWide: boolean, isFew: boolean): boolean {
    if (typeof call !== 'object' || call === null) return false
    const { id, function: called } = call
    if (called == null || !this.hasForm(called) || this.names?.isLegal(called.name) === false) return false
    if (typeof id !== 'string' || !this.isLegal(id)) return false
    if (!isFew && !(isWide ? this.ids.add(id) : this.ids.addToTurn(id))) return false
    this.pending.call(id)
    return true
  }
}
