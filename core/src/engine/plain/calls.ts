import type { Facts } from '../../model/facts.ts'
import type { Demands, Form } from './demands.ts'

// A turn with more calls than these is not in any textbook.
const mostAtOnce = 64

/** The calls of a plain conversation and their results: ids and names, and that each result follows its call at once. */
export class PlainCalls {
  private readonly demands: Demands
  private readonly mayUseTools: boolean
  private readonly isContinued: boolean
  private readonly declared: ReadonlySet<string> | undefined
  private readonly legalNames = new Set<string>()
  private readonly ids = new Set<string>()
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
  begin(isModel: boolean): void {
    if (isModel && this.areSettled) this.skip()
    this.firstCall = this.keys.length
    this.firstResult = this.answered
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
    if (typeof id !== 'string' || id === '' || !fits(id, this.demands.ids) || !this.isNew(id)) return false
    return this.push(tool === '' ? id : `${tool} ${id}`, name)
  }

  answer(id: unknown, name: unknown, tool: string): boolean {
    const { keys, names, answered } = this
    const { positional = false, answers } = this.demands.layout
    if (id === undefined ? !positional : typeof id !== 'string' || id === '') return false
    const key = tool === '' ? String(id ?? '') : `${tool} ${id}`
    if (keys.length === 0) return this.isKept(key)
    if (answered === keys.length || (answers === 'next' && this.firstResult > 0)) return false
    if (keys[answered] !== key && (positional || !this.swap(key))) return false
    this.answered++
    return name === undefined || name === names[answered]
  }

  private push(key: string, name: string): boolean {
    this.keys.push(key)
    this.names.push(name)
    return true
  }

  private isLegalName(name: string): boolean {
    if (this.legalNames.has(name)) return true
    const isLegal = name !== '' && fits(name, this.demands.names) && this.declared?.has(name) !== false
    if (isLegal) this.legalNames.add(name)
    return isLegal
  }

  /** Whether no call of this scope has the id. */
  private isNew(id: string): boolean {
    if (this.demands.layout.unique === 'request') return this.ids.size < this.ids.add(id).size
    return this.keys.length - this.firstCall < mostAtOnce && this.keys.indexOf(id, this.firstCall) < 0
  }

  /** Whether the call of a result may be where the provider keeps the conversation, as long as none stands here. */
  private isKept(key: string): boolean {
    return this.isContinued && this.legalNames.size === 0 && this.ids.size < this.ids.add(key).size
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
