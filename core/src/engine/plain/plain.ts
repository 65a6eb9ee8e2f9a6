import type { Facts } from '../../model/facts.ts'
import type { Api, Format } from '../../model/format.ts'
import type { Image } from '../../model/image.ts'
import { isWellFormed } from '../../model/json.ts'
import { isWorded, type Talk, type Wants } from '../../model/plain.ts'
import type { Tail } from '../../model/report.ts'
import { isSilent, type Speaker, type Turn } from '../../model/transcript.ts'
import { fits, PlainCalls } from './calls.ts'
import { type Demands, demandsFor } from './demands.ts'
import { PlainOrder, type Told } from './order.ts'

/**
 * Whether a document is a textbook conversation for an API: then no rule finds a fault, and nobody has to read it.
 *
 * `known`: the facts of the document, if somebody has read them.
 */
export function isPlain(document: unknown, api: Api, tail: Tail, known?: Facts): boolean {
  const turns = api.format.plain === undefined ? undefined : api.format.turnsOf(document)
  if (turns === undefined) return false
  const plain = new Plain(api, known ?? api.format.factsOf(document))
  return plain.takeAll(turns, 0) < 0 && plain.mayEnd(tail)
}

/**
 * Decides turn by turn whether a conversation is plain.
 *
 * Plain is a narrow list of demands, not the negation of the rules: most faults need no line here.
 */
export class Plain implements Talk {
  readonly wants: Wants
  private readonly format: Format
  private readonly demands: Demands
  private readonly calls: PlainCalls
  private readonly order: PlainOrder
  private readonly isBodyPlain: boolean
  private readonly tools: ReadonlySet<string> | undefined
  /** By the name of an item, the position of its turn. */
  private readonly items = new Map<string, number>()
  private at = 0
  private marks: number
  private images = 0
  private hasLargeImage = false
  private lastText = ''
  /** The last turn that was no note. */
  private before: unknown
  private isNote = false
  private readonly told: Told = {
    speaker: 'unknown',
    isSpoken: false,
    isReasoned: false,
    isSigned: false,
    isItem: false,
    isNamed: false,
    calls: 0,
    results: 0,
  }

  constructor({ format, rulebook }: Api, facts: Facts) {
    const demands = demandsFor(rulebook, format, facts)
    this.demands = demands
    this.wants = demands.wants
    this.format = format
    this.calls = new PlainCalls(demands, facts)
    this.order = new PlainOrder(demands, facts.isUnstored === true)
    this.isBodyPlain = demands.isBodyPlain(facts)
    this.tools = facts.tools
    this.marks = facts.marks ?? 0
  }

  /** Takes the turns from a position on; returns the first that is not plain where it stands, or -1. */
  takeAll(turns: readonly unknown[], from: number): number {
    for (let at = from; at < turns.length; at++) if (!this.take(turns[at], at)) return at
    return -1
  }

  /** Forgets what stands before the next turn. */
  skip(): void {
    this.calls.skip()
    this.order.skip()
    this.before = undefined
  }

  /** Whether every call so far has its result. */
  get areSettled(): boolean {
    return this.calls.areSettled
  }

  /** Whether a conversation of plain turns is plain if it ends here. */
  mayEnd(tail: Tail): boolean {
    if (!this.isFineAsWhole || (!this.areSettled && tail !== 'open')) return false
    return tail !== 'closed' || this.order.mayClose(this.lastText)
  }

  /** Whether nothing is wrong that concerns the conversation as a whole: the body, the number of marks and images. */
  get isFineAsWhole(): boolean {
    const { demands, order } = this
    if (!this.isBodyPlain || this.marks > demands.mostMarks || !order.isReasoningFine) return false
    return !(this.hasLargeImage && this.images > demands.images.most)
  }

  /** Whether it can be enough to read the turns that are not plain. */
  get mayBeParted(): boolean {
    return (
      this.isBodyPlain && this.demands.mayBeParted && this.format.isWhole !== true && this.calls.mayUseTools
    )
  }

  /** Whether a turn that is not plain concerns no turn far away; its cache marks are counted. */
  isLocal({ parts }: Turn): boolean {
    const areImagesCounted = this.demands.images.most < Number.POSITIVE_INFINITY
    return parts.every((part) => {
      if (part.mark !== undefined && part.kind !== 'reasoning') this.marks++
      switch (part.kind) {
        case 'text':
        case 'reasoning':
          return true
        case 'call':
          return this.calls.isDeclared(part.name ?? '')
        case 'media':
          return part.isDocument !== true && !areImagesCounted
        case 'result':
          return part.documents === undefined && !(areImagesCounted && part.hasMedia)
        default:
          return isSilent(part)
      }
    })
  }

  /** The turns that have one of some ids of calls or names of items. */
  holders(wanted: ReadonlySet<string>): readonly number[] {
    const items = this.items.size === 0 ? [] : [...wanted].flatMap((id) => this.items.get(id) ?? [])
    return [...items, ...this.calls.holders(wanted)]
  }

  private take(turn: unknown, at: number): boolean {
    const { told } = this
    told.speaker = 'unknown'
    told.isSpoken = false
    told.isReasoned = false
    told.isSigned = false
    told.isItem = false
    told.isNamed = false
    told.calls = 0
    told.results = 0
    this.isNote = false
    this.at = at
    if (this.format.plain?.(turn, this, this.before) !== true) return false
    if (this.isNote) return true
    this.before = turn
    return this.mayGoOn() && this.order.take(told, at)
  }

  /** While calls wait, nobody speaks, and the model only calls once more in an item right after theirs. */
  private mayGoOn(): boolean {
    const { told, calls } = this
    if (told.speaker !== 'model') return calls.areSettled || !told.isSpoken
    if (calls.isWaiting === 'none') return true
    const isOnlyCall = told.isItem && !told.isSpoken && !told.isReasoned && told.calls > 0
    return isOnlyCall && calls.isWaiting === 'all' && this.order.wasCalling
  }

  pass(): boolean {
    this.isNote = true
    return true
  }

  begin(speaker: Speaker, role?: unknown): boolean {
    this.told.speaker = speaker
    this.calls.begin(speaker === 'model', this.at)
    return role === undefined || speaker !== 'system' || role !== this.demands.refusedRole
  }

  say(text: unknown): boolean {
    if (!isWorded(text)) return false
    this.told.isSpoken = true
    this.lastText = text
    return true
  }

  hold(value: unknown): boolean {
    return isWellFormed(value)
  }

  show(image?: Image): boolean {
    this.told.isSpoken = true
    if (image === undefined) return this.wants.media
    const { largest, largestOfMany, data } = this.demands.images
    if ((image.data ?? 0) > data) return false
    const side = Math.max(image.width, image.height)
    this.images++
    this.hasLargeImage ||= side > largestOfMany
    return this.wants.media && image.isCut !== true && side <= largest
  }

  think(isSigned: boolean): boolean {
    this.told.isReasoned = true
    this.told.isSigned = isSigned
    return true
  }

  call(id: unknown, name: unknown, tool = '', isSigned = false): boolean {
    if (this.told.calls++ === 0 && !isSigned) this.order.lackSignature()
    return this.calls.call(id, name, tool)
  }

  answer(id: unknown, name: unknown, tool = ''): boolean {
    this.told.results++
    return this.calls.answer(id, name, tool)
  }

  refer(name: unknown): boolean {
    return typeof name === 'string' && name !== '' && this.tools?.has(name) !== false
  }

  mark(mark: unknown): boolean {
    if (mark !== undefined && mark !== null) this.marks++
    return true
  }

  item(kind: string, name: unknown): boolean {
    const { told, items, demands } = this
    told.isItem = kind !== 'message'
    if (name === undefined || name === null) return true
    if (typeof name !== 'string' || name === '') return false
    told.isNamed = true
    const prefix = demands.itemPrefixes?.[kind] ?? ''
    if (!name.startsWith(prefix) || !fits(name, demands.items) || items.has(name)) return false
    items.set(name, this.at)
    return true
  }

  mayHold(holder: Speaker | 'text' | 'call' | 'result', member: string): boolean {
    const isPart = holder === 'text' || holder === 'call' || holder === 'result'
    const { members, refusedMembers = {} } = this.demands[isPart ? 'partMembers' : 'properties'] ?? {}
    if (members?.includes(member) === false || refusedMembers[holder]?.includes(member)) return false
    return isPart || !refusedMembers.turn?.includes(member)
  }
}
