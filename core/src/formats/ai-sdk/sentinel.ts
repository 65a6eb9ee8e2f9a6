import { BaseSentinel } from '../../engine/look/base-sentinel.ts'
import type { Demands, Sentinel } from '../../model/format.ts'
import { covers } from './covered.ts'
import { isToolType, settledStates } from './shown.ts'

/** A message, as far as a look at it goes. */
interface Message {
  readonly role?: unknown
  readonly content?: unknown
  readonly parts?: unknown
  readonly toolInvocations?: unknown
}

interface Part {
  readonly type?: unknown
  readonly text?: unknown
  readonly toolCallId?: unknown
  readonly toolName?: unknown
  readonly input?: unknown
  readonly output?: { readonly type?: unknown } | null
  readonly state?: unknown
  readonly providerExecuted?: unknown
}

export function makeSentinel(demands: Demands): Sentinel {
  return new SdkSentinel(demands)
}

/** How many parts a result of the provider's may stand behind its call. */
const nearby = 16

class SdkSentinel extends BaseSentinel {
  private readonly isCovered: boolean

  constructor(demands: Demands) {
    super(demands)
    this.isCovered = covers(demands)
  }

  feed(turns: readonly unknown[], from: number, to: number): number {
    if (!this.isCovered) return from < to ? from : -1
    if (from === 0) this.ids.reserve(to >> 2)
    for (let position = from; position < to; position++) {
      const turn = turns[position] as Message | null
      if (typeof turn !== 'object' || turn === null || !this.take(turn)) return position
    }
    return -1
  }

  private take(turn: Message): boolean {
    const { role, content, parts } = turn
    if (Array.isArray(parts)) return this.takeShown(role, parts)
    if (turn.toolInvocations !== undefined) return false
    switch (role) {
      case 'assistant':
        return this.takeModel(content)
      case 'tool':
        return this.takeResults(content)
      case 'user':
        return this.takeOther() && (typeof content === 'string' || isSpoken(content, isWords))
      case 'system':
        return this.takeOther() && typeof content === 'string'
      default:
        return false
    }
  }

  private takeOther(): boolean {
    if (this.pending.missing > 0) return false
    this.pending.clear()
    this.speaker = 'user'
    return true
  }

  private takeModel(content: unknown): boolean {
    if (!this.begin()) return false
    if (typeof content === 'string') return true
    if (!Array.isArray(content)) return false
    for (let index = 0; index < content.length; index++) {
      const part = content[index] as Part | null
      if (typeof part !== 'object' || part === null) return false
      if (part.type === 'tool-call') {
        if (!this.takeCall(part)) return false
      } else if (part.type === 'tool-result') {
        if (!isName(part.toolName) || !isOutput(part.output)) return false
        if (!isHosted(content, index, part.toolCallId)) return false
      } else if (!isWords(part)) return false
    }
    return true
  }

  /** The model speaks, and nothing is missing from what it called before. */
  private begin(): boolean {
    if (this.pending.missing > 0) return false
    this.pending.clear()
    this.speaker = 'model'
    if (!this.isWatching) this.ids.clear()
    return true
  }

  private takeCall({ toolCallId: id, toolName: name, input, providerExecuted }: Part): boolean {
    if (typeof id !== 'string' || id === '' || !this.ids.add(id)) return false
    if (providerExecuted !== true) this.pending.call(id)
    return isRecord(input) && isName(name)
  }

  private takeResults(content: unknown): boolean {
    if (!Array.isArray(content) || content.length === 0) return false
    this.speaker = 'tool'
    for (let index = 0; index < content.length; index++) {
      const part = content[index] as Part | null
      if (typeof part !== 'object' || part === null || part.type !== 'tool-result') return false
      const { toolCallId: id, toolName: name, output } = part
      if (typeof id !== 'string' || !this.pending.answer(id)) return false
      if (!isOutput(output) || !isName(name)) return false
    }
    return true
  }

  private takeShown(role: unknown, parts: readonly unknown[]): boolean {
    if (role === 'user' || role === 'system') return this.takeOther() && isSpoken(parts, isTyped)
    if (role !== 'assistant' || !this.begin()) return false
    for (let index = 0; index < parts.length; index++) {
      const part = parts[index] as Part | null
      if (!isTyped(part)) return false
      if (isToolType(part.type) && !this.takeShownCall(part)) return false
    }
    return true
  }

  private takeShownCall({ type, toolCallId: id, toolName, state, input, providerExecuted }: Part): boolean {
    if (typeof id !== 'string' || id === '' || !this.ids.add(id)) return false
    const isNamed = type === 'dynamic-tool' ? isName(toolName) : type !== 'tool-'
    return isNamed && (settledStates.has(state) || providerExecuted === true) && isRecord(input)
  }
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isName(name: unknown): boolean {
  return typeof name === 'string' && name !== ''
}

function isOutput(output: Part['output']): boolean {
  return typeof output === 'object' && output !== null && typeof output.type === 'string'
}

/** Whether each of these can be read, and none is a call or a result. */
function isSpoken(content: unknown, isFine: (part: Part | null) => boolean): boolean {
  if (!Array.isArray(content)) return false
  for (let index = 0; index < content.length; index++)
    if (!isFine(content[index] as Part | null)) return false
  return true
}

function isTyped(part: Part | null): part is Part & { readonly type: string } {
  if (typeof part !== 'object' || part === null || typeof part.type !== 'string') return false
  return part.type !== 'text' || typeof part.text === 'string'
}

function isWords(part: Part | null): boolean {
  return isTyped(part) && !toolTypes.has(part.type)
}

/** What is about a call: it is looked at where it may stand, and read in full everywhere else. */
const toolTypes: ReadonlySet<string> = new Set([
  'tool-call',
  'tool-result',
  'tool_use',
  'tool_result',
  'tool-approval-request',
  'tool-approval-response',
])

/** Whether a result stands close behind the call that the provider ran itself. */
function isHosted(content: readonly unknown[], index: number, id: unknown): boolean {
  for (let before = index - 1; before >= 0 && before >= index - nearby; before--) {
    const part = content[before] as Part
    if (part.type === 'tool-call' && part.toolCallId === id) return part.providerExecuted === true
  }
  return false
}
