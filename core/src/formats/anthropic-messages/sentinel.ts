import { BaseSentinel } from '../../engine/base-sentinel.ts'
import type { Demands, Sentinel } from '../../model/format.ts'
import { isWellFormed } from '../../model/json.ts'
import { covers } from './covered.ts'

/** A block, as far as a look at it goes. */
interface Block {
  readonly type?: unknown
  readonly text?: unknown
  readonly id?: unknown
  readonly input?: unknown
  readonly tool_use_id?: unknown
  readonly content?: unknown
  readonly is_error?: unknown
}

interface Message {
  readonly role?: unknown
  readonly content?: unknown
}

export function makeSentinel(demands: Demands): Sentinel {
  return new AnthropicSentinel(demands)
}

class AnthropicSentinel extends BaseSentinel {
  private readonly isCovered: boolean
  /** The message that holds the first result of the calls before it. */
  private answerTurn = -1

  constructor(demands: Demands) {
    super(demands)
    this.isCovered = covers(demands)
  }

  override skip(): void {
    super.skip()
    this.answerTurn = -1
  }

  feed(turns: readonly unknown[], from: number, to: number): number {
    if (!this.isCovered) return from < to ? from : -1
    if (from === 0) this.ids.reserve(to >> 2)
    let position = from
    while (position < to) {
      const turn = turns[position] as Message | null
      if (typeof turn !== 'object' || turn === null) return position
      const { role, content } = turn
      if (role === 'assistant') {
        if (this.takeExchange(content, turns, position, to)) {
          position += 2
          continue
        }
        if (!this.takeModel(content)) return position
      } else if (role !== 'user' || !this.takeUser(content, position)) return position
      position++
    }
    return -1
  }

  /** Takes calls with their results in call order at one go, which is how nearly all of them come. */
  private takeExchange(content: unknown, turns: readonly unknown[], position: number, to: number): boolean {
    if (!Array.isArray(content) || position + 1 >= to || this.pending.missing > 0) return false
    const next = turns[position + 1] as Message | null
    if (typeof next !== 'object' || next === null || next.role !== 'user' || !Array.isArray(next.content))
      return false
    const results: readonly unknown[] = next.content
    const first = firstCall(content)
    const count = content.length - first
    if (first < 0 || results.length < count) return false
    for (let index = 0; index < count; index++) {
      if (!isPair(content[first + index] as Block | null, results[index] as Block | null)) return false
    }
    for (let index = count; index < results.length; index++) {
      const block = results[index] as Block | null
      if (typeof block !== 'object' || block === null || block.type === 'tool_result' || !isFine(block))
        return false
    }
    for (let index = first; index < content.length; index++) {
      if (!this.ids.add((content[index] as { readonly id: string }).id)) return false
    }
    this.pending.clear()
    this.answerTurn = position + 1
    this.speaker = 'user'
    return true
  }

  private takeUser(content: unknown, position: number): boolean {
    this.speaker = 'user'
    if (typeof content === 'string') return this.pending.missing === 0 && isPlain(content)
    if (!Array.isArray(content) || content.length === 0) return false
    for (let index = 0; index < content.length; index++) {
      const block = content[index] as Block | null
      if (typeof block !== 'object' || block === null) return false
      if (block.type === 'tool_result') {
        if (!this.takeResult(block, position, index)) return false
      } else if (this.pending.missing > 0 || !isFine(block)) return false
    }
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
    if (block.is_error === true && isNothing(content)) return false
    return isWellFormed(content)
  }

  private takeModel(content: unknown): boolean {
    const pending = this.pending
    if (pending.missing > 0) return false
    if (this.speaker !== 'model' || pending.answeredCount > 0) {
      pending.clear()
      this.answerTurn = -1
    }
    this.speaker = 'model'
    if (typeof content === 'string') return content === '' || isPlain(content)
    if (!Array.isArray(content)) return false
    for (let index = 0; index < content.length; index++) {
      const block = content[index] as Block | null
      if (typeof block !== 'object' || block === null) return false
      if (block.type === 'tool_use') {
        if (!this.takeCall(block)) return false
      } else if (block.type === 'tool_result' || pending.missing > 0 || !isFine(block)) return false
    }
    return true
  }

  private takeCall({ id, input }: Block): boolean {
    if (typeof id !== 'string' || id === '' || !this.ids.add(id)) return false
    if (typeof input !== 'object' || input === null || Array.isArray(input) || !isWellFormed(input))
      return false
    this.pending.call(id)
    return true
  }
}

/** The position of the first call, where nothing before it is suspicious; else -1. */
function firstCall(content: readonly unknown[]): number {
  for (let index = 0; index < content.length; index++) {
    const block = content[index] as Block | null
    if (typeof block !== 'object' || block === null) return -1
    if (block.type === 'tool_use') return index
    if (block.type !== 'text' || !isFine(block)) return -1
  }
  return -1
}

/** Whether these are a plain call and its plain result. */
function isPair(call: Block | null, result: Block | null): boolean {
  if (typeof call !== 'object' || call === null || typeof result !== 'object' || result === null) return false
  if (call.type !== 'tool_use' || result.type !== 'tool_result') return false
  const { id, input } = call
  if (typeof id !== 'string' || id === '' || result.tool_use_id !== id) return false
  if (typeof input !== 'object' || input === null || Array.isArray(input) || !isWellFormed(input))
    return false
  return typeof result.content === 'string' && result.is_error !== true && result.content.isWellFormed()
}

/** Whether a text is neither empty nor blank, and can be sent. */
function isPlain(text: string): boolean {
  const first = text.length > 0 ? text.charCodeAt(0) : 32
  // Most texts start with a letter; only then is nothing else to be looked for.
  const isInked = (first > 32 && first < 127) || text.trim() !== ''
  return isInked && text.isWellFormed()
}

function isFine(block: Block): boolean {
  if (block.type === 'text') return typeof block.text === 'string' && isPlain(block.text)
  return block.type !== 'tool_use' && !Array.isArray(block) && isWellFormed(block)
}

function isNothing(content: unknown): boolean {
  return (
    content === '' ||
    content === undefined ||
    content === null ||
    (Array.isArray(content) && content.length === 0)
  )
}
