import { BaseSentinel } from '../../engine/look/base-sentinel.ts'
import { IdTrail } from '../../engine/look/id-trail.ts'
import type { Demands } from '../../model/format.ts'
import { isObject } from '../../model/json.ts'
import { isJson } from '../arguments.ts'
import { type NameCheck, nameCheck } from '../name-check.ts'
import { type Call, type Called, isByOrder } from './calls.ts'
import { CloserLook, type Message } from './closer-look.ts'

// A small whole number, unlike infinity, is compared at no cost.
const endless = 2 ** 30 - 1

/** The part of a sentinel that looks at calls with their results, as nearly all of them come. */
export abstract class ExchangeSentinel extends BaseSentinel {
  protected readonly isUniqueInRequest: boolean
  protected readonly isPositional: boolean
  protected readonly closer: CloserLook
  protected readonly names: NameCheck | undefined
  /** Whether what results call their tools matters too. */
  private readonly mindsNames: boolean
  private readonly shortest: number
  private readonly longest: number
  /** Up to how many calls of one turn, all unlike the one before, need no second look at their ids. */
  private readonly trusted: number
  /** Whether every character of an id matters, though ids may repeat. */
  private readonly isSpelled: boolean
  /** The form that arguments must have: JSON in a string, an object, or any. */
  private readonly mindsNothing: boolean
  private readonly argumentsForm: 'json' | 'object' | undefined

  constructor(demands: Demands) {
    super(demands)
    const { rows, layout } = demands
    const row = rows['illegal-call-id']
    const exactly = Number(/\{(\d+)\}\$$/.exec(row?.pattern ?? '')?.[1] ?? 0)
    this.shortest = Math.max(exactly, 1)
    this.longest = exactly || (row?.maximum ?? endless)
    this.isUniqueInRequest = layout.unique === 'request'
    this.isPositional = layout.positional === true
    this.isSpelled = row?.pattern !== undefined && !this.isUniqueInRequest && !this.isPositional
    this.trusted = this.isPositional ? endless : this.isUniqueInRequest ? 0 : 2
    this.mindsNothing = rows['arguments-not-json']?.blank === true
    const mindsText = rows['arguments-not-json'] ?? rows['arguments-not-text']
    this.argumentsForm = rows['arguments-not-object'] ? 'object' : mindsText && 'json'
    this.closer = new CloserLook(demands)
    this.names = nameCheck(demands)
    this.mindsNames = rows['illegal-tool-name']?.within === true
  }

  track(): void {
    // Without ids a call is known by its place alone.
    if (!this.isPositional) this.trail = new IdTrail()
  }

  /**
   * Takes calls with their results in call order at one go, as long as they come so, which nearly all of them do.
   *
   * Returns the position after them, where something else stands or they must be looked at one by one. All of it
   * is one loop over locals: this is where a look at a sound conversation spends its time.
   */
  protected takeExchanges(turns: readonly unknown[], from: number, to: number): number {
    const { shortest, longest, trusted, names, ids } = this
    // What is compared is known to be true or false: V8 would look at each field anew on every way round.
    const isSpelled = this.isSpelled === true
    const isPositional = this.isPositional === true
    const isTracking = this.trail !== undefined
    const takesText = this.argumentsForm !== 'object'
    const mindsNames = this.mindsNames === true
    const mindsCalls = this.closer.mindsCalls === true
    const mindsStrays = this.closer.mindsStrays === true
    const recent = names?.recent
    const { order } = ids
    let { noted, ordered } = ids
    let position = from
    while (position < to) {
      const turn = turns[position] as Message | null
      // Strictly: `== null` costs a look into every object.
      if (turn === null || turn === undefined || turn.role !== 'assistant') break
      const { tool_calls: calls, content } = turn
      if (!Array.isArray(calls)) break
      if (typeof content !== 'string' && content !== null && content !== undefined) break
      const count = calls.length
      if (count === 0 || position + count >= to) break
      if (mindsCalls && !this.passAll(turns, position, position + count)) break
      // As `isLittered` has it, written out: V8 takes no function of that size into a loop that holds so much.
      if (
        mindsStrays &&
        (turn.metadata !== undefined ||
          turn.timestamp !== undefined ||
          turn.provider_specific_fields !== undefined ||
          turn.name !== undefined ||
          turn.reasoning_content !== undefined ||
          turn.reasoning !== undefined ||
          turn.reasoning_details !== undefined ||
          turn.refusal !== undefined ||
          turn.annotations !== undefined ||
          turn.audio !== undefined ||
          turn.function_call !== undefined)
      )
        break
      let last = ''
      let index = 0
      for (; index < count; index++) {
        const call = calls[index] as Call | null
        const result = turns[position + 1 + index] as Message | null
        if (call === null || call === undefined || result === null || result === undefined) break
        if (result.role !== 'tool' || typeof result.content !== 'string') break
        if (
          mindsStrays &&
          (result.metadata !== undefined ||
            result.timestamp !== undefined ||
            result.provider_specific_fields !== undefined ||
            result.is_error !== undefined ||
            result.cache_control !== undefined)
        )
          break
        if (mindsNames && (result.name ?? result.tool_name) !== undefined && !this.isNamed(result)) break
        const { id, function: called } = call
        if (called === null || called === undefined) break
        if (called.arguments === '{}' ? !takesText : !this.hasForm(called)) break
        if (recent !== undefined) {
          const { name } = called
          if (name === undefined || name === null) break
          // What is no string has no such length, and is not legal either.
          if (recent[(name as string).length & 15] !== name && names?.isLegal(name) === false) break
        }
        if (isSpelled && noted < ordered && order[noted] === id) {
          // It came so before, and was as long and as spelled as it must be.
          if (result.tool_call_id !== id) break
          noted++
        } else {
          if (typeof id !== 'string') {
            if (!isPositional || !isByOrder(call, result)) break
            continue
          }
          if (result.tool_call_id !== id) break
          if (id.length < shortest || id.length > longest) break
          if (isSpelled) {
            ids.noted = noted
            if (!ids.isSpelled(id)) break
            noted = ids.noted
            ordered = ids.ordered
          }
        }
        if (index > 0 && !isPositional && id === last) break
        last = id as string
      }
      if (index < count) break
      if (count > trusted && !this.rememberAll(calls as readonly { readonly id: string }[])) break
      if (isTracking) this.note(calls, position)
      position += 1 + count
    }
    if (isSpelled) ids.noted = noted
    if (position > from) this.speaker = 'tool'
    return position
  }

  /** Whether nothing of a call message and its results, through `last`, is suspicious. */
  private passAll(turns: readonly unknown[], first: number, last: number): boolean {
    if (!this.closer.passes(turns[first] as Message, 'model')) return false
    for (let position = first + 1; position <= last; position++) {
      if (!isObject(turns[position]) || !this.closer.passes(turns[position] as Message, 'tool')) return false
    }
    return true
  }

  protected hasForm(called: Called): boolean {
    const given = called.arguments
    if (given === '{}') return this.argumentsForm !== 'object'
    if (typeof called !== 'object') return false
    if (given === '' && this.mindsNothing) return false
    if (this.argumentsForm === 'json') return typeof given === 'string' && isJson(given)
    return this.argumentsForm === undefined || isObject(given)
  }

  /** Whether a result calls its tool by a name that may be sent, or by none. */
  protected isNamed({ name, tool_name: tool }: Message): boolean {
    if (!this.mindsNames) return true
    if (name !== undefined && this.names?.isLegal(name) !== true) return false
    return tool === undefined || this.names?.isLegal(tool) === true
  }

  protected isLegal(id: string): boolean {
    return id.length >= this.shortest && id.length <= this.longest
  }

  /** Whether calls of one turn are so few that it is seen at once that their ids differ, and no more is asked of those. */
  protected areFew(calls: readonly unknown[]): boolean {
    if (this.isUniqueInRequest || this.isPositional || this.isSpelled || calls.length > 2) return false
    return calls.length < 2 || (calls[0] as Call | null)?.id !== (calls[1] as Call | null)?.id
  }

  /** Notes where the ids of sound calls stand. */
  protected note(calls: readonly unknown[], position: number): void {
    for (let index = 0; index < calls.length; index++)
      this.trail?.note((calls[index] as { readonly id: string }).id, position)
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
}
