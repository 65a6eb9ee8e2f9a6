import type { Facts } from '../../model/facts.ts'
import { addTo } from '../collect.ts'
import { plainId } from '../match/identity.ts'
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
  /** By id, without a signature, the turn that first has it; other turns that have it too, where the API lets them. */
  private readonly ids = new Map<string, number>()
  private readonly repeated = new Map<string, number[]>()
  /** The position of the turn that is taken. */
  private at = 0
  /** The calls of the last turns that called, and how many of them have their result. */
  private readonly keys: string[] = []
  private readonly names: string[] = []
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
    return this.answered === this.keys.length
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
    this.firstCall = this.keys.length
    this.firstResult = this.answered
  }

  /** The turns that have an id. */
  holders(id: string): readonly number[] {
    const first = this.ids.get(id)
    return first === undefined ? [] : [first, ...(this.repeated.get(id) ?? [])]
  }

  /** Forgets the calls that wait. */
  skip(): void {
    if (this.keys.length > 0) {
      this.keys.length = 0
      this.names.length = 0
    }
    this.answered = 0
  }

  call(id: unknown, name: unknown, tool: string): boolean {
    if (typeof name !== 'string' || !this.isLegalName(name) || !this.mayUseTools) return false
    if (id === undefined && this.demands.layout.positional === true) return this.push('', name)
    if (typeof id !== 'string' || id === '' || !fits(id, this.demands.ids)) return false
    const key = tool === '' ? id : `${tool} ${id}`
    return this.isNew(id, key) && this.push(key, name)
  }

  answer(id: unknown, name: unknown, tool: string): boolean {
    const { keys, names, answered } = this
    const { positional = false, answers, joined } = this.demands.layout
    if (id === undefined ? !positional : typeof id !== 'string' || id === '') return false
    const key = tool === '' ? String(id ?? '') : `${tool} ${id}`
    if (keys.length === 0) return this.isKept(key)
    if (answered === keys.length || (answers === 'next' && joined !== true && this.firstResult > 0))
      return false
    if (keys[answered] !== key && (positional || !this.swap(key))) return false
    this.answered++
    return name === undefined || name === names[answered]
  }

  private push(key: string, name: string): boolean {
    this.keys.push(key)
    this.names.push(name)
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
    const isFirst = this.note(plainId(id))
    if (this.demands.layout.unique === 'request') return isFirst
    return this.keys.length - this.firstCall < mostAtOnce && this.keys.indexOf(key, this.firstCall) < 0
  }

  /** Notes that the turn has an id; false if another one has it. */
  private note(id: string): boolean {
    if (!this.ids.has(id)) {
      this.ids.set(id, this.at)
      return true
    }
    addTo(this.repeated, id, this.at)
    return false
  }

  /** Whether the call of a result may be where the provider keeps the conversation, as long as none stands here. */
  private isKept(key: string): boolean {
    return this.isContinued && this.legalNames.size === 0 && this.note(key)
  }

  /** Puts the call that a result answers in the place of the next one that waits; false if there is none. */
  private swap(key: string): boolean {
    const { keys, names, answered } = this
    const at = keys.length - answered > mostAtOnce ? -1 : keys.indexOf(key, answered)
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
