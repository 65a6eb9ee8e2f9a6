import type { Facts } from '../../model/facts.ts'
import type { Demands } from '../../model/format.ts'
import { applies, type Row } from '../../model/rulebook.ts'
import type { Speaker } from '../../model/transcript.ts'
import { isLittered, isLitteredResult, isRefused, isTagged, type Strays } from './strays.ts'

/** A message, as far as a look at it goes. */
export interface Message extends Strays {
  readonly role?: unknown
  readonly content?: unknown
  readonly tool_calls?: unknown
  readonly tool_call_id?: unknown
  readonly tool_name?: unknown
  readonly prefix?: unknown
}

/** A look at what only some APIs mind in a message: its members, the form of its content, its reasoning. */
export class CloserLook {
  /** Whether there is anything to look at. */
  isNeeded = false
  /** Whether there is in calls that words or nothing stand beside, and in their results. */
  mindsCalls = false
  /** Whether some members are refused by their names. */
  mindsStrays = false
  private readonly known: ReadonlySet<string>
  /** Whether a turn without content is minded beside calls, or of a tool. */
  private readonly mindsEmptyCalls: boolean
  private readonly rows: Readonly<Record<'members' | 'text' | 'empty' | 'reasoning', Row | undefined>>
  private readonly isForAll: boolean
  private isSettled = false
  private members: ReadonlySet<string> | undefined
  private strays: Row | undefined
  private text: Row | undefined
  private empty: Row | undefined
  private reasoning: Row | undefined
  /** Since the user last spoke: the model called, or spoke without reasoning. */
  private hasCalled = false
  private hasLacked = false

  constructor({ rows }: Demands) {
    this.known = new Set(rows['unsupported-property']?.members)
    this.rows = {
      members: rows['unsupported-property'],
      text: rows['content-not-text'],
      empty: rows['empty-turn'],
      reasoning: rows['reasoning-missing'],
    }
    this.isForAll = Object.values(this.rows).every((row) => row?.when === undefined)
    const { besideCalls = false, speakers } = rows['empty-turn'] ?? {}
    this.mindsEmptyCalls = besideCalls || speakers?.includes('tool') === true
  }

  /** Whether each stretch of a document can only be judged with the others. */
  get isWide(): boolean {
    return this.reasoning?.reasoning === 'every-round'
  }

  reset(facts: Facts): void {
    this.hasCalled = false
    this.hasLacked = false
    // Rows that are for every model are settled once.
    if (this.isSettled) return
    this.isSettled = this.isForAll
    const { members, text, empty, reasoning } = this.rows
    const applied = ifApplies(members, facts)
    this.strays = applied?.refusedMembers === undefined ? undefined : applied
    this.mindsStrays = this.strays !== undefined
    this.members = applied?.members === undefined ? undefined : this.known
    this.text = ifApplies(text, facts)
    this.empty = ifApplies(empty, facts)
    this.reasoning = ifApplies(reasoning, facts)
    const demanded = this.members ?? this.text ?? this.reasoning
    this.isNeeded = (demanded ?? this.empty ?? this.strays) !== undefined
    this.mindsCalls = demanded !== undefined || (this.empty !== undefined && this.mindsEmptyCalls)
  }

  /** Whether nothing of a message is suspicious. */
  passes(message: Message, speaker: Speaker): boolean {
    if (this.members !== undefined && !hasOnly(message, this.members)) return false
    if (this.strays !== undefined) {
      if (mayBeLittered(message, speaker) && isRefused(message, speaker, this.strays)) return false
    }
    if (!this.isText(message, speaker) || !this.isFilled(message, speaker)) return false
    return this.reasoning === undefined || this.isReasoned(message, speaker)
  }

  private isText({ content }: Message, speaker: Speaker): boolean {
    if (this.text === undefined || typeof content === 'string') return true
    if (this.text.speakers?.includes(speaker) !== true) return true
    return content === undefined || (content === null && !this.text.besideCalls)
  }

  private isFilled({ content, tool_calls: calls }: Message, speaker: Speaker): boolean {
    if (this.empty === undefined || (typeof content === 'string' && content !== '')) return true
    if (this.empty.speakers?.includes(speaker) !== true) return true
    if (content === '') return calls !== undefined && calls !== null
    if (Array.isArray(content)) return content.length > 0
    return !this.empty.besideCalls
  }

  private isReasoned(
    { reasoning_content: reasoning, tool_calls: given }: Message,
    speaker: Speaker,
  ): boolean {
    if (speaker === 'user') {
      this.hasCalled = false
      this.hasLacked = false
    }
    if (speaker !== 'model') return true
    const calls = Array.isArray(given)
    const lacks = typeof reasoning !== 'string'
    if (!this.isWide) return !calls || !lacks
    this.hasCalled ||= calls
    this.hasLacked ||= lacks
    return !(this.hasCalled && this.hasLacked)
  }
}

function mayBeLittered(message: Message, speaker: Speaker): boolean {
  if (speaker === 'model') return isLittered(message)
  return speaker === 'tool' ? isLitteredResult(message) : isTagged(message)
}

function ifApplies(row: Row | undefined, facts: Facts): Row | undefined {
  return row !== undefined && applies(row, facts) ? row : undefined
}

function hasOnly(message: Message, members: ReadonlySet<string>): boolean {
  for (const name in message) if (!members.has(name)) return false
  return true
}

/** Whether nothing but words stands in a content. */
export function isWords(content: unknown): boolean {
  if (!Array.isArray(content)) return true
  return content.every((item: { readonly type?: unknown } | null) => item?.type === 'text')
}

/** Whether a content can be read, and has no empty text where words are wanted. */
export function isContent(content: unknown, wantsText: boolean): boolean {
  if (typeof content === 'string') return true
  if (!Array.isArray(content)) return false
  for (let index = 0; index < content.length; index++) {
    const item = content[index] as { readonly type?: unknown; readonly text?: unknown } | null
    if (typeof item !== 'object' || item === null) return false
    if (item.type === 'text' ? typeof item.text !== 'string' : Array.isArray(item)) return false
    if (wantsText && item.text === '') return false
  }
  return true
}
