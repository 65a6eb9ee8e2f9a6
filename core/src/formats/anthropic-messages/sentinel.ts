import { alphabetOf, IdTable } from '../../engine/id-table.ts'
import { Pending } from '../../engine/pending.ts'
import type { Demands, Sentinel } from '../../model/format.ts'
import { isWellFormed } from '../../model/json.ts'
import type { Tail } from '../../model/report.ts'
import { applies } from '../../model/rulebook.ts'
import type { Facts } from '../../model/transcript.ts'

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

/** The rules that a look at the messages covers; a rulebook with another one is always read in full. */
const covered: ReadonlySet<string> = new Set([
  'call-without-result',
  'result-without-call',
  'result-out-of-place',
  'result-not-leading',
  'results-split',
  'call-not-last',
  'duplicate-result',
  'duplicate-call-id',
  'illegal-call-id',
  'call-id-missing',
  'call-by-user',
  'arguments-not-object',
  'unknown-role',
  'null-content',
  'empty-turn',
  'empty-text',
  'blank-turn',
  'empty-error-result',
  'lone-surrogate',
  'ends-on-model',
])

export function makeSentinel(demands: Demands): Sentinel {
  return new AnthropicSentinel(demands)
}

const nobody = 0
const user = 1
const model = 2

class AnthropicSentinel implements Sentinel {
  readonly #demands: Demands
  readonly #isCovered: boolean
  readonly #ids: IdTable
  readonly #pending = new Pending()
  #speaker = nobody
  #mayEndOnModel = true
  /** The message that holds the first result of the calls before it. */
  #answerTurn = -1

  constructor(demands: Demands) {
    this.#demands = demands
    this.#isCovered =
      Object.keys(demands.rows).every((rule) => covered.has(rule)) && demands.layout.unique === 'request'
    this.#ids = new IdTable(alphabetOf(demands.rows['illegal-call-id']?.pattern ?? ''))
  }

  reset(facts: Facts): void {
    const row = this.#demands.rows['ends-on-model']
    this.#mayEndOnModel = row === undefined || !applies(row, facts)
    this.#ids.clear()
    this.#pending.clear()
    this.#speaker = nobody
    this.#answerTurn = -1
  }

  mayEnd(tail: Tail): boolean {
    if (this.#pending.missing > 0) return false
    return tail !== 'closed' || this.#mayEndOnModel || this.#speaker !== model
  }

  feed(turns: readonly unknown[], from: number, to: number): number {
    if (!this.#isCovered) return from < to ? from : -1
    for (let position = from; position < to; position++) {
      const turn = turns[position] as { readonly role?: unknown; readonly content?: unknown } | null
      if (typeof turn !== 'object' || turn === null) return position
      const { role, content } = turn
      if (
        role === 'user'
          ? !this.#takeUser(content, position)
          : role !== 'assistant' || !this.#takeModel(content)
      ) {
        return position
      }
    }
    return -1
  }

  #takeUser(content: unknown, position: number): boolean {
    this.#speaker = user
    if (typeof content === 'string') return this.#pending.missing === 0 && isPlain(content)
    if (!Array.isArray(content) || content.length === 0) return false
    for (let index = 0; index < content.length; index++) {
      const block = content[index] as Block | null
      if (typeof block !== 'object' || block === null) return false
      if (block.type === 'tool_result') {
        if (!this.#takeResult(block, position, index)) return false
      } else if (this.#pending.missing > 0 || !isFine(block)) return false
    }
    return true
  }

  #takeResult(block: Block, position: number, index: number): boolean {
    // Results lead; those of one turn stand together.
    if (this.#answerTurn < 0) {
      if (index !== 0) return false
      this.#answerTurn = position
    } else if (this.#answerTurn !== position) return false
    const id = block.tool_use_id
    if (typeof id !== 'string' || !this.#pending.answer(id)) return false
    const { content } = block
    if (block.is_error === true && isNothing(content)) return false
    return typeof content === 'string' ? content.isWellFormed() : isWellFormed(content)
  }

  #takeModel(content: unknown): boolean {
    const pending = this.#pending
    if (pending.missing > 0) return false
    if (this.#speaker !== model || pending.answered > 0) {
      pending.clear()
      this.#answerTurn = -1
    }
    this.#speaker = model
    if (typeof content === 'string') return content === '' || isPlain(content)
    if (!Array.isArray(content)) return false
    for (let index = 0; index < content.length; index++) {
      const block = content[index] as Block | null
      if (typeof block !== 'object' || block === null) return false
      if (block.type === 'tool_use') {
        if (!this.#takeCall(block)) return false
      } else if (block.type === 'tool_result' || pending.missing > 0 || !isFine(block)) return false
    }
    return true
  }

  #takeCall({ id, input }: Block): boolean {
    if (typeof id !== 'string' || id === '' || !this.#ids.add(id)) return false
    if (typeof input !== 'object' || input === null || Array.isArray(input) || !isWellFormed(input))
      return false
    this.#pending.call(id)
    return true
  }
}

/** Whether a text is neither empty nor perhaps blank, and can be sent. */
function isPlain(text: string): boolean {
  return text.length > 0 && text.charCodeAt(0) > 32 && text.charCodeAt(0) < 160
    ? text.isWellFormed()
    : text.trim() !== '' && text.isWellFormed()
}

function isFine(block: Block): boolean {
  if (block.type === 'text') return typeof block.text === 'string' && isPlain(block.text)
  return block.type !== 'tool_use' && isWellFormed(block)
}

function isNothing(content: unknown): boolean {
  return (
    content === '' ||
    content === undefined ||
    content === null ||
    (Array.isArray(content) && content.length === 0)
  )
}
