import { modeFor } from '../binding/field.ts'
import type { BindingMemory } from '../binding/memory.ts'
import { chooseApi, formats, MortiseError, rulebooks } from '../index.ts'
import { isObject } from '../model/json.ts'
import { isFunction, isTail, isYesOrNo, oneOf } from '../model/option-checks.ts'
import { checkOptions, type OptionTable, unknownName } from '../model/options.ts'
import { checkPolicy } from '../model/policy.ts'
import { checkRulebook } from '../model/rulebook-check.ts'
import type { Api, RequestOptions, Rulebook } from '../types.ts'
import type { AddressFacts } from './address.ts'
import type { Guarding } from './binding/state.ts'
import type { GuardOptions } from './options.ts'

/** The facts that decide for an API: the address of a document, the option, and the model that is named. */
interface Grounds {
  readonly address: AddressFacts
  readonly wanted: string | Rulebook | undefined
  readonly model: unknown
}

let last: { readonly grounds: Grounds; readonly api: Api } | undefined

/** The API for a document at an address: the one named, else the host's own, else the one that its model tells. */
export function apiFor(document: unknown, address: AddressFacts, options: GuardOptions): Api | undefined {
  const grounds = { address, wanted: options.api, model: modelOf(document) }
  // Most clients ask for the same one each time.
  if (last === undefined || !isSame(last.grounds, grounds)) {
    const api = chosenFor(document, grounds)
    if (api === undefined) return undefined
    last = { grounds, api }
  }
  // A body that is no conversation is left alone: some calls take a bare text.
  return last.api.format.turnsOf(document) === undefined ? undefined : last.api
}

function modelOf(document: unknown): unknown {
  return isObject(document) ? (document.model ?? document.modelId) : undefined
}

function isSame(one: Grounds, other: Grounds): boolean {
  return one.address === other.address && one.wanted === other.wanted && one.model === other.model
}

function chosenFor(document: unknown, { address, wanted }: Grounds): Api | undefined {
  const format = formats.find(({ name }) => name === address.format)
  if (format === undefined) return undefined
  const named = ofFormat(wanted, format.name) ?? ofFormat(address.api, format.name)
  if (named !== undefined) return { rulebook: named, format }
  const choice = chooseApi(document, { format: format.name })
  return choice.ok ? { rulebook: choice.value.rulebook, format } : undefined
}

/** An API by its name, if it speaks a format. */
export function ofFormat(api: string | Rulebook | undefined, format: string): Rulebook | undefined {
  if (api === undefined) return undefined
  if (typeof api === 'object') return api.format === format ? api : undefined
  return rulebooks.find((rulebook) => rulebook.name === api && rulebook.format === format)
}

const strange: readonly string[] = ['broken-json', 'not-a-conversation', 'wrong-format']

/** A repair; undefined for a body that is no conversation of the format sent there: it is passed on as it came. */
export function unlessStrange<Value>(repair: () => Value): Value | undefined {
  try {
    return repair()
  } catch (error) {
    if (error instanceof MortiseError && strange.includes(error.code)) return undefined
    throw error
  }
}

/** Those of a guard's options that concern the repair. */
export function wishesOf({ policy, tail }: GuardOptions): Wishes {
  return { ...(policy === undefined ? {} : { policy }), ...(tail === undefined ? {} : { tail }) }
}

/** The options of a repair, whatever the API. */
export type Wishes = Pick<RequestOptions, 'policy' | 'tail' | 'memory'>

/** The same, with what the guard remembers of the conversation. */
export function wishesFor(options: Guarding, address: AddressFacts | undefined): Wishes {
  const memory = memoryFor(options, address)
  if (memory === undefined) return wishesOf(options)
  const isKept = (document: unknown): boolean => modeFor(document, address, options) !== 'remove'
  return { ...wishesOf(options), memory: memory.keepingWhere(isKept) }
}

/** The memory of a guard; a request that is only counted leaves no trace there. */
export function memoryFor({ state }: Guarding, address: AddressFacts | undefined): BindingMemory | undefined {
  return address?.counts === true ? state?.memory.looking : state?.memory
}

/** Whether a request is of a conversation that the guard may remember; `body` may be a sketch of it. */
export function mayRemember(body: unknown, api: Api, { state }: Guarding, form: 'whole' | 'sketch'): boolean {
  return state?.memory.mayKnow(api, body, form) === true
}

const guardOptions: OptionTable = {
  api: checkApi,
  policy: checkPolicy,
  tail: isTail,
  retry: isYesOrNo,
  binding: oneOf(['drop_block', 'remove']),
  onScan: isFunction,
  onRepair: isFunction,
}

function checkApi(api: unknown): void {
  if (isObject(api)) {
    checkRulebook(api)
    return
  }
  const names = [...new Set(rulebooks.map(({ name }) => name))]
  if (typeof api !== 'string' || !names.includes(api)) throw unknownName('API', api, names)
}

/** Refuses options that no request could be guarded with, when the guard is made and not when it is needed. */
export function checkGuard(owner: string, options: unknown): void {
  checkOptions(owner, options, guardOptions)
}
