import { alphabetOf } from '../../engine/look/alphabet.ts'
import { BaseSentinel } from '../../engine/look/base-sentinel.ts'
import { IdTable } from '../../engine/look/id-table.ts'
import type { Facts } from '../../model/facts.ts'
import type { Demands, Ids, Sentinel } from '../../model/format.ts'
import type { JsonObject } from '../../model/json.ts'
import type { Tail } from '../../model/report.ts'
import { applies, type Row } from '../../model/rulebook.ts'
import { isContent } from './content.ts'
import { covers } from './covered.ts'
import { functionCall, functionResult, type ItemKind, isModelItem, isWordy, kindOf } from './items.ts'
import { hasJson, hasName, isNamed } from './looks.ts'

type Tied = Extract<ItemKind, { readonly is: 'call' | 'result' }>

export function makeSentinel(demands: Demands): Sentinel {
  return new ResponsesSentinel(demands)
}

class ResponsesSentinel extends BaseSentinel {
  private readonly isCovered: boolean
  private readonly isAdjacent: boolean
  private readonly longest: number
  private readonly checksJson: boolean
  private readonly mindsTypes: boolean
  private readonly mindsNames: boolean
  /** The names of the items seen; undefined where the API does not mind them. */
  private readonly items: IdTable | undefined
  private readonly nameRow: Row | undefined
  private readonly reasonRow: Row | undefined
  private readonly minds: { readonly stored: boolean; readonly hanging: boolean; readonly names: boolean }

  private isUnstored = false
  private isContinued = false
  private wantsReasoning = false
  private hasCalls = false
  /** The model has reasoned since the user last spoke. */
  private isReasoned = false
  /** The last item is reasoning that something must follow. */
  private isHanging = false
  /** It is known by its name alone: what follows must have a name too. */
  private wantsName = false
  /** Whether a message may not follow without its name. */
  private wantsNamedMessage = false
  /** Something else than results has followed the calls that wait. */
  private isStale = false

  constructor(demands: Demands) {
    super(demands)
    const { rows, layout } = demands
    this.isCovered = covers(demands)
    this.isAdjacent = layout.answers === 'adjacent'
    this.longest = rows['illegal-call-id']?.maximum ?? Number.POSITIVE_INFINITY
    this.checksJson = (rows['arguments-not-json'] ?? rows['arguments-not-text']) !== undefined
    this.mindsNames = rows['tool-name-missing'] !== undefined
    this.mindsTypes = rows['wrong-part-type'] !== undefined
    this.nameRow = rows['illegal-item-id']
    this.reasonRow = rows['call-without-reasoning']
    this.minds = {
      stored: rows['item-not-stored'] !== undefined,
      hanging: rows['reasoning-dangling'] !== undefined,
      names: rows['item-not-stored']?.within === true,
    }
    const pattern = this.nameRow?.pattern
    const isNamed = layout.named === true || this.nameRow !== undefined
    this.items = isNamed ? new IdTable(pattern === undefined ? undefined : alphabetOf(pattern)) : undefined
  }

  override reset(facts: Facts): void {
    super.reset(facts)
    this.items?.clear()
    this.isUnstored = facts.isUnstored === true
    this.isContinued = facts.isContinued
    const isApplied = this.reasonRow !== undefined && applies(this.reasonRow, facts)
    this.wantsReasoning = isApplied && !this.isUnstored && !this.isContinued
    this.hasCalls = false
  }

  override skip(): void {
    super.skip()
    this.isReasoned = false
    this.isHanging = false
    this.wantsName = false
    this.wantsNamedMessage = false
    this.isStale = false
  }

  override mayEnd(tail: Tail): boolean {
    if (this.isHanging && tail === 'closed') return false
    if (this.pending.missing > 0 && this.isStale) return false
    return super.mayEnd(tail)
  }

  override watch(ids: Ids): void {
    super.watch(ids)
    this.items?.watch(ids)
    this.hasCalls = false
  }

  feed(turns: readonly unknown[], from: number, to: number): number {
    if (!this.isCovered) return from < to ? from : -1
    if (from === 0) this.reserve(to)
    for (let position = from; position < to; position++) {
      const item = turns[position] as JsonObject | null
      if (typeof item !== 'object' || item === null || Array.isArray(item) || !this.take(item))
        return position
    }
    return -1
  }

  private reserve(count: number): void {
    this.ids.reserve(count >> 2)
    this.items?.reserve(count)
  }

  private take(item: JsonObject): boolean {
    const { type, id } = item
    // Nearly all items are these two, and without names of their own there is little to ask of them.
    if (typeof type === 'string' && id === undefined && !this.wantsName && !this.wantsNamedMessage) {
      if (type === 'function_call') return this.takeCall(item, functionCall)
      if (type === 'function_call_output') return !this.isHanging && this.takeResult(item, functionResult)
    }
    if (typeof type !== 'string' && type !== undefined && type !== null) return false
    const kind = kindOf(item)
    // A call that still waits when the model speaks again after the user is one of the stretch before.
    if (this.pending.missing > 0 && this.speaker === 'user' && isModelItem(item)) return false
    if (this.wantsName && !hasName(item)) return false
    this.wantsName = false
    if (this.wantsNamedMessage && kind.is === 'message' && !hasName(item)) return false
    this.wantsNamedMessage = false
    if (this.items !== undefined && !this.takeName(item, kind, this.items)) return false
    switch (kind.is) {
      case 'message':
        return this.takeMessage(item)
      case 'call':
        return this.takeCall(item, kind)
      case 'result':
        return !this.isHanging && this.takeResult(item, kind)
      case 'reasoning':
        return this.takeReasoning(item)
      case 'reference':
        return !(this.minds.stored && this.isUnstored) && this.pass('model')
      default:
        return this.pass(kind.speaker === 'model' ? 'model' : 'system')
    }
  }

  /** An item's own name: not used before, and of the form that its kind has. */
  private takeName({ type, id }: JsonObject, kind: ItemKind, items: IdTable): boolean {
    if (
      typeof id !== 'string' ||
      id === '' ||
      type === 'local_shell_call' ||
      type === 'local_shell_call_output'
    )
      return true
    const begin = this.nameRow?.prefixes?.[kind.is === 'call' ? kind.tool : kind.is]
    if (begin !== undefined) {
      const longest = this.nameRow?.maximum ?? Number.POSITIVE_INFINITY
      if (id.length > longest || !id.startsWith(begin)) return false
    }
    return items.add(id)
  }

  /** Notes who goes on while calls wait; false where that may not be. */
  private pass(speaker: 'user' | 'model' | 'system'): boolean {
    if (speaker !== 'model' && this.isHanging) return false
    this.isHanging = false
    this.speaker = speaker
    if (this.pending.missing === 0) return true
    const breaks = speaker !== 'model' || this.pending.answeredCount > 0
    this.isStale ||= breaks
    return !breaks || !this.isAdjacent
  }

  private takeMessage({ role, content, tool_calls: calls }: JsonObject): boolean {
    if (calls !== undefined) return false
    if (role === 'user') this.isReasoned = false
    switch (role) {
      case 'user':
      case 'system':
      case 'developer':
        return (
          this.pass(role === 'user' ? 'user' : 'system') && isContent(content, 'input_text', this.mindsTypes)
        )
      case 'assistant':
        // Where results stand right after their calls, a message between them is in the way.
        if (this.isAdjacent && this.pending.missing > 0) return false
        return this.pass('model') && isContent(content, 'output_text', this.mindsTypes)
      default:
        return false
    }
  }

  private takeReasoning({ id, encrypted_content: seal }: JsonObject): boolean {
    const isNamed = typeof id === 'string' && id !== ''
    const isSealed = typeof seal === 'string' && seal !== ''
    if (this.minds.stored && this.isUnstored && isNamed && (!isSealed || this.minds.names)) return false
    if (!this.pass('model')) return false
    this.isReasoned = true
    this.isHanging = isNamed && this.minds.hanging
    this.wantsName = this.isHanging && !isSealed
    this.wantsNamedMessage = this.isHanging && !this.isUnstored
    return true
  }

  private takeCall(item: JsonObject, { tool }: Tied): boolean {
    const { call_id: id, type } = item
    if (typeof id !== 'string' || id === '' || id.length > this.longest) return false
    // A call that the provider may run itself is looked at in full.
    if (item.environment !== undefined || !this.ids.add(id)) return false
    if (this.checksJson && type === 'function_call' && !hasJson(item.arguments)) return false
    if (this.mindsNames && type === 'function_call' && !isNamed(item.name)) return false
    if (this.wantsReasoning && !this.isReasoned && type !== 'local_shell_call' && hasName(item)) return false
    const { pending } = this
    if (pending.missing === 0) {
      pending.clear()
      this.isStale = false
    } else if (pending.answeredCount > 0 || this.isStale) return false
    pending.call(keyOf(tool, id))
    this.hasCalls = true
    this.isHanging = false
    this.speaker = 'model'
    return true
  }

  private takeResult(item: JsonObject, { tool, words }: Tied): boolean {
    const { call_id: id } = item
    if (typeof id !== 'string' || id === '') return false
    if (isWordy(tool) && !isContent(item[words], 'input_text', this.mindsTypes)) return false
    this.speaker = 'tool'
    if (this.pending.answer(keyOf(tool, id))) return true
    if (tool === 'function' && this.pending.answer(keyOf('tool_search', id))) return true
    // Its call is where the provider keeps the conversation, as long as none stands here.
    return this.isContinued && !this.hasCalls && this.ids.add(id)
  }
}

/** A result of one kind of tool does not answer a call of another. */
function keyOf(tool: string, id: string): string {
  return tool === 'function' ? id : `${tool} ${id}`
}
