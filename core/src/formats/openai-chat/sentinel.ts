import { alphabetOf, IdTable } from '../../engine/id-table.ts'
import { Pending } from '../../engine/pending.ts'
import type { Demands, Sentinel } from '../../model/format.ts'
import type { Tail } from '../../model/report.ts'
import { applies } from '../../model/rulebook.ts'
import type { Facts } from '../../model/transcript.ts'
import { isJson } from './walk.ts'

/** A message, as far as a look at it goes. */
interface Message {
  readonly role?: unknown
  readonly content?: unknown
  readonly tool_calls?: unknown
  readonly tool_call_id?: unknown
  readonly prefix?: unknown
}

/** The rules that a look at the messages covers; a rulebook with another one is always read in full. */
const covered: ReadonlySet<string> = new Set([
  'call-without-result',
  'result-without-call',
  'result-out-of-place',
  'duplicate-result',
  'duplicate-call-id',
  'illegal-call-id',
  'call-id-missing',
  'empty-call-list',
  'null-content',
  'unknown-role',
  'arguments-not-json',
  'user-after-result',
  'system-out-of-place',
  'ends-on-model',
])

export function makeSentinel(demands: Demands): Sentinel {
  return new ChatSentinel(demands)
}

const nobody = 0
const user = 1
const model = 2
const tool = 3
const system = 4

class ChatSentinel implements Sentinel {
  readonly #demands: Demands
  readonly #isCovered: boolean
  readonly #ids: IdTable
  readonly #pending = new Pending()
  readonly #longest: number
  readonly #exactly: number
  readonly #isUniqueInRequest: boolean
  readonly #checksJson: boolean
  readonly #ordersSpeakers: boolean
  #speaker = nobody
  #mayEndAnywhere = true

  constructor(demands: Demands) {
    const { rows, layout } = demands
    const row = rows['illegal-call-id']
    this.#demands = demands
    this.#isCovered = Object.keys(rows).every((rule) => covered.has(rule)) && layout.unique !== 'free'
    this.#ids = new IdTable(row?.pattern === undefined ? undefined : alphabetOf(row.pattern))
    this.#longest = row?.maximum ?? Number.POSITIVE_INFINITY
    this.#exactly = Number(/\{(\d+)\}\$$/.exec(row?.pattern ?? '')?.[1] ?? 0)
    this.#isUniqueInRequest = layout.unique === 'request'
    this.#checksJson = rows['arguments-not-json'] !== undefined
    this.#ordersSpeakers =
      rows['user-after-result'] !== undefined || rows['system-out-of-place'] !== undefined
  }

  reset(facts: Facts): void {
    const row = this.#demands.rows['ends-on-model']
    this.#mayEndAnywhere = row === undefined || !applies(row, facts)
    this.#ids.clear()
    this.#pending.clear()
    this.#speaker = nobody
  }

  mayEnd(tail: Tail): boolean {
    if (this.#pending.missing > 0) return false
    return tail !== 'closed' || this.#mayEndAnywhere || this.#speaker === user || this.#speaker === tool
  }

  feed(turns: readonly unknown[], from: number, to: number): number {
    if (!this.#isCovered) return from < to ? from : -1
    for (let position = from; position < to; position++) {
      const turn = turns[position] as Message | null
      if (typeof turn !== 'object' || turn === null || !this.#take(turn)) return position
    }
    return -1
  }

  #take(turn: Message): boolean {
    switch (turn.role) {
      case 'tool':
        return this.#takeResult(turn)
      case 'assistant':
        return this.#takeModel(turn)
      case 'user':
        return this.#takeOther(turn, user)
      case 'system':
      case 'developer':
        return this.#takeOther(turn, system)
      default:
        return false
    }
  }

  #takeResult(turn: Message): boolean {
    const id = turn.tool_call_id
    // Between a call and its results stands nothing else, so whoever spoke last was one of the two.
    if (typeof id !== 'string' || !this.#pending.answer(id)) return false
    this.#speaker = tool
    return isContent(turn.content)
  }

  #takeOther(turn: Message, speaker: number): boolean {
    const before = this.#speaker
    if (this.#pending.missing > 0) return false
    if (this.#ordersSpeakers && (before === tool || (before === model && speaker === system))) return false
    this.#pending.clear()
    this.#speaker = speaker
    return isContent(turn.content)
  }

  #takeModel(turn: Message): boolean {
    if (this.#pending.missing > 0) return false
    this.#pending.clear()
    this.#speaker = model
    const { tool_calls: calls, content } = turn
    if (calls === undefined || calls === null) return isContent(content)
    if (!Array.isArray(calls) || calls.length === 0) return false
    if (!this.#isUniqueInRequest) this.#ids.clear()
    for (let index = 0; index < calls.length; index++) {
      if (!this.#takeCall(calls[index], calls.length === 1)) return false
    }
    return content === null || content === undefined || isContent(content)
  }

  #takeCall(call: unknown, isOnly: boolean): boolean {
    if (typeof call !== 'object' || call === null) return false
    const { id, function: named } = call as {
      readonly id?: unknown
      readonly function?: { readonly arguments?: unknown } | null
    }
    if (typeof id !== 'string' || id === '' || id.length > this.#longest) return false
    if (this.#exactly > 0 && id.length !== this.#exactly) return false
    const isKnownUnique = isOnly && !this.#isUniqueInRequest && this.#exactly === 0
    if (!isKnownUnique && !this.#ids.add(id)) return false
    if (this.#checksJson && !hasJson(named?.arguments)) return false
    this.#pending.call(id)
    return true
  }
}

function hasJson(given: unknown): boolean {
  return typeof given === 'string' && isJson(given)
}

function isContent(content: unknown): boolean {
  if (typeof content === 'string') return true
  if (!Array.isArray(content)) return false
  for (let index = 0; index < content.length; index++) {
    const item = content[index] as { readonly type?: unknown; readonly text?: unknown } | null
    if (typeof item !== 'object' || item === null) return false
    if (item.type === 'text' && typeof item.text !== 'string') return false
  }
  return true
}
