import type { Facts } from '../../model/facts.ts'
import { at as itemAt } from '../../model/lists.ts'
import { isSigned, plainId } from '../match/identity.ts'
import type { Demands, Form } from './demands.ts'

// A turn with more calls than these is not in any textbook.
const mostAtOnce = 64

/** The calls of a plain conversation and their results: ids and names, and that each result follows its call at once. */
export class PlainCalls {
  private readonly demands: Demands
  readonly mayUseTools: boolean
  private readonly isContinued: boolean
  private readonly declared: ReadonlySet<string> | undefined
  private readonly legalNames = new Set<string>()
  /** The ids, and of each, in the same order, the position of the turn that has it. */
  private readonly ids = new Set<string>()
  private readonly positions: number[] = []
  /** Other turns with an id that stands before. */
  private readonly repeats: { readonly id: string; readonly at: number }[] = []
  /** The position of the turn that is taken. */
  private at = 0
  /** The calls of the last turns that called, and how many of them have their result. */
  private readonly keys: string[] = []
  private readonly names: string[] = []
  private called = 0
  private answered = 0
  /** So many of them had come, and had their result, before this turn. */
  private firstCall = 0
  private firstResult = 0

  constructor(demands: Demands, { isBody, isContinued, tools, hasNamelessTools }: Facts) {
    this.demands = demands
    this.isContinued = isContinued
    this.declared = demands.areToolsDeclared ? tools : undefined
    this.mayUseTools = !demands.areToolsListed || !isBody || tools !== undefined || hasNamelessTools === true
  }

  get areSettled(): boolean {
    return this.answered === this.called
  }

  /** Whether calls waited before this turn, and none of them had its result. */
  get isWaiting(): 'none' | 'all' | 'some' {
    if (this.firstResult === this.firstCall) return 'none'
    return this.firstResult === 0 ? 'all' : 'some'
  }

  /** Begins a turn; the model's lets go of calls that have their results. */
  begin(isModel: boolean, at: number): void {
    this.at = at
    if (isModel && this.areSettled) this.skip()
    this.firstCall = this.called
    this.firstResult = this.answered
  }

  /** The turns that have one of some ids, told without signatures; asked once all turns are taken. */
  holders(wanted: ReadonlySet<string>): readonly number[] {
    const found: number[] = []
    let number = 0
    for (const id of this.ids) {
      if (wanted.has(plainId(id))) found.push(itemAt(this.positions, number))
      number++
    }
    for (const { id, at } of this.repeats) if (wanted.has(plainId(id))) found.push(at)
    return found
  }

  /** Forgets the calls that wait. */
  skip(): void {
    this.called = 0
    this.answered = 0
  }

  call(id: unknown, name: unknown, tool: string): boolean {
    if (typeof name !== 'string' || !this.isLegalName(name) || !this.mayUseTools) return false
    if (id === undefined && this.demands.layout.positional === true) return this.push('', name)
    if (typeof id !== 'string' || id === '' || !fits(id, this.demands.ids) || isSigned(id)) return false
    const key = tool === '' ? id : `${tool} ${id}`
    return this.isNew(id, key) && this.push(key, name)
  }

  answer(id: unknown, name: unknown, tool: string): boolean {
    const { keys, names, called, answered } = this
    const { positional = false, answers, joined } = this.demands.layout
    if (id === undefined ? !positional : typeof id !== 'string' || id === '') return false
    const key = tool === '' ? String(id ?? '') : `${tool} ${id}`
    if (called === 0) return this.isKept(key)
    if (answered === called || (answers === 'next' && joined !== true && this.firstResult > 0)) return false
    if (keys[answered] !== key && (positional || !this.swap(key))) return false
    this.answered++
    return name === undefined || name === names[answered]
  }

  private push(key: string, name: string): boolean {
    this.keys[this.called] = key
    this.names[this.called++] = name
    return true
  }

  isDeclared(name: string): boolean {
    return this.declared?.has(name) !== false
  }

  private isLegalName(name: string): boolean {
    if (this.legalNames.has(name)) return true
    const isLegal = name !== '' && fits(name, this.demands.names) && this.isDeclared(name)
    if (isLegal) this.legalNames.add(name)
    return isLegal
  }

  /** Whether no call of this scope has the id; notes it. */
  private isNew(id: string, key: string): boolean {
    const isFirst = this.note(id)
    if (this.demands.layout.unique === 'request') return isFirst
    return this.called - this.firstCall < mostAtOnce && this.find(key, this.firstCall) < 0
  }

  /** Notes that the turn has an id; false if another one has it. */
  private note(id: string): boolean {
    const { size } = this.ids
    if (this.ids.add(id).size > size) {
      this.positions.push(this.at)
      return true
    }
    this.repeats.push({ id, at: this.at })
    return false
  }

  /** Whether the call of a result may be where the provider keeps the conversation, as long as none stands here. */
  private isKept(key: string): boolean {
    return this.isContinued && this.legalNames.size === 0 && !isSigned(key) && this.note(key)
  }

  /** The position of a call that waits, from one on, or -1. */
  private find(key: string, from: number): number {
    for (let at = from; at < this.called; at++) if (this.keys[at] === key) return at
    return -1
  }

  /** Puts the call that a result answers in the place of the next one that waits; false if there is none. */
  private swap(key: string): boolean {
    const { keys, names, called, answered } = this
    const at = called - answered > mostAtOnce ? -1 : this.find(key, answered)
    if (at < 0) return false
    keys[at] = keys[answered] as string
    keys[answered] = key
    const name = names[at] as string
    names[at] = names[answered] as string
    names[answered] = name
    return true
  }
}

/** Whether an id or a name has the form that an API wants. */
export function fits(text: string, { pattern, maximum }: Form): boolean {
  return text.length <= maximum && (pattern === undefined || pattern.test(text))
}
