import type { Demands, Sentinel } from '../../model/format.ts'
import { isObject, isWellFormed, type JsonObject } from '../../model/json.ts'
import type { Tail } from '../../model/report.ts'
import type { Row } from '../../model/rulebook.ts'
import { Line } from './path.ts'

export function makeSentinel(demands: Demands): Sentinel {
  return new PlainSentinel(demands)
}

/**
 * Takes the plainest of conversations for sound: words, and calls that are answered at once and in order.
 *
 * Everything else is suspicious, and one suspicion has the whole conversation read.
 */
class PlainSentinel implements Sentinel {
  private readonly demands: Demands
  private readonly isCovered: boolean
  private readonly looksAtCharacters: boolean
  private readonly isId: (id: string) => boolean
  private readonly isName: (name: string) => boolean
  private readonly seen = new Set<string>()
  private readonly line = new Line()
  /** The calls of the last turn of the model, and how many of them are answered. */
  private calls: string[] = []
  private answered = 0
  private speaker: unknown

  constructor(demands: Demands) {
    this.demands = demands
    this.isCovered = covers(demands)
    this.looksAtCharacters = demands.rows['lone-surrogate'] !== undefined
    this.isId = fits(demands.rows['illegal-call-id'])
    this.isName = fits(demands.rows['illegal-tool-name'])
  }

  feed(turns: readonly unknown[], from: number, to: number): number {
    for (let position = from; position < to; position++) {
      const turn = turns[position]
      if (!this.isCovered || !isObject(turn) || !this.line.goesOn(turn)) return position
      if (!this.take(turn) || (this.looksAtCharacters && !isWellFormed(turn))) return position
      this.speaker = turn.role
    }
    return -1
  }

  isSettled(): boolean {
    return this.answered === this.calls.length
  }

  mayEnd(tail: Tail): boolean {
    // Only results have followed the calls so far: in a live conversation the rest may be on its way.
    if (!this.isSettled()) return tail === 'open'
    if (tail !== 'closed' || this.speaker === 'user') return true
    const { 'ends-on-model': end, 'trailing-space': space } = this.demands.rows
    return [end, space].every((row) => row === undefined || isIdle(row))
  }

  reset(): void {
    this.seen.clear()
    this.line.reset()
    this.skip()
  }

  skip(): void {
    this.calls = []
    this.answered = 0
    this.speaker = undefined
  }

  watch(): void {
    this.skip()
  }

  isLocal(): boolean {
    return false
  }

  private take({ role, content }: JsonObject): boolean {
    if (role === 'tool') return this.takeResults(content)
    if (!this.isSettled()) return false
    if (role === 'user') return isInked(content) || eachOf(content, isSaid)
    return role === 'assistant' && this.speaker !== 'assistant' && this.takeModel(content)
  }

  private takeModel(content: unknown): boolean {
    this.calls = []
    this.answered = 0
    return isInked(content) || eachOf(content, (part, index, parts) => this.takePart(part, parts[index - 1]))
  }

  /** Reasoning leads, calls come last. */
  private takePart(part: JsonObject, before: JsonObject | undefined): boolean {
    if (part.type === 'reasoning') return before === undefined || before.type === 'reasoning'
    if (part.type === 'text') return this.calls.length === 0 && isInked(part.text)
    return part.type === 'tool_use' && this.takeCall(part)
  }

  private takeCall({ id, name, input }: JsonObject): boolean {
    if (typeof id !== 'string' || typeof name !== 'string' || this.seen.has(id)) return false
    this.seen.add(id)
    this.calls.push(id)
    return this.speaker !== undefined && this.isId(id) && this.isName(name) && isObject(input)
  }

  private takeResults(content: unknown): boolean {
    const isSplit = this.answered > 0 && this.demands.layout.together !== 'free'
    return !isSplit && eachOf(content, (part) => this.takeResult(part))
  }

  private takeResult({ type, toolCallId: id, toolName: name, result }: JsonObject): boolean {
    if (type !== 'tool-result' || !isObject(result) || this.calls[this.answered] !== id) return false
    this.answered++
    const { llmContent: content } = result
    const isFine = isInked(content) || eachOf(content, isText)
    return isFine && typeof name === 'string' && this.isName(name)
  }
}

/** The rules whose faults such a conversation cannot have. */
const covered: ReadonlySet<string> = new Set([
  'arguments-not-object',
  'blank-turn',
  'cache-mark-on-reasoning',
  'call-by-user',
  'call-id-missing',
  'call-not-after-user',
  'call-not-last',
  'call-without-result',
  'duplicate-call-id',
  'duplicate-result',
  'empty-error-result',
  'empty-text',
  'empty-turn',
  'ends-on-model',
  'forced-call-when-thinking',
  'hosted-call-without-result',
  'hosted-result-without-call',
  'illegal-call-id',
  'illegal-hosted-id',
  'illegal-tool-name',
  'lone-surrogate',
  'null-content',
  'result-not-leading',
  'result-out-of-place',
  'result-without-call',
  'results-out-of-order',
  'results-split',
  'system-out-of-place',
  'too-many-cache-marks',
  'tool-name-missing',
  'trailing-space',
  'undeclared-tool',
  'undeclared-tool-reference',
  'unknown-role',
])

/** Whether a plain conversation is all that a rulebook demands. */
function covers({ rows, layout }: Demands): boolean {
  if (layout.alternates !== undefined || rows['empty-turn']?.besideCalls === true) return false
  return Object.entries(rows).every(([rule, row]) => covered.has(rule) || isIdle(row))
}

/** Whether a row only applies to models by name, or while they think, of which messages say nothing. */
function isIdle({ when }: Row): boolean {
  return when?.every(({ model, thinking }) => thinking === true || !new RegExp(model ?? '').test('')) === true
}

function fits(row: Row | undefined): (text: string) => boolean {
  const pattern = row?.pattern === undefined ? undefined : new RegExp(row.pattern)
  const maximum = row?.maximum ?? Number.POSITIVE_INFINITY
  return (text) => text !== '' && text.length <= maximum && pattern?.test(text) !== false
}

/** Whether something is a text that does not only consist of white space. */
function isInked(text: unknown): boolean {
  return typeof text === 'string' && text.trim() !== ''
}

function isText({ type, text }: JsonObject): boolean {
  return type === 'text' && isInked(text)
}

function isSaid(part: JsonObject): boolean {
  return isText(part) || part.type === 'image'
}

function eachOf(
  list: unknown,
  isFine: (part: JsonObject, index: number, parts: readonly JsonObject[]) => boolean,
): boolean {
  if (!Array.isArray(list) || list.length === 0) return false
  return list.every((part, index) => isObject(part) && isFine(part, index, list))
}
