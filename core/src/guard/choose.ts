import { chooseApi, formats, MortiseError, rulebooks } from '../index.ts'
import { isObject } from '../model/json.ts'
import { choosePolicy } from '../model/policy.ts'
import type { Api, RepairOptions, Rulebook } from '../types.ts'
import type { Address } from './address.ts'
import type { GuardOptions } from './options.ts'

/** The API for a document at an address: the one named, else the host's own, else the one that its model tells. */
export function apiFor(document: unknown, address: Address, { api }: GuardOptions): Api | undefined {
  const format = formats.find(({ name }) => name === address.format)
  // What is no conversation is none of ours: some calls take a bare text.
  if (format?.turnsOf(document) === undefined) return undefined
  const named = ofFormat(api, format.name) ?? ofFormat(address.api, format.name)
  const rulebook = named ?? chosenFor(document, format.name)
  return rulebook === undefined ? undefined : { rulebook, format }
}

let last: { readonly format: string; readonly model: unknown; readonly rulebook: Rulebook } | undefined

/** The choice for a conversation of a format, which its model alone decides; most clients name the same one each time. */
function chosenFor(document: unknown, format: string): Rulebook | undefined {
  const { model = undefined, modelId = undefined } = isObject(document) ? document : {}
  const name = model ?? modelId
  if (last?.format === format && last.model === name) return last.rulebook
  const choice = chooseApi(document, { format })
  if (!choice.ok) return undefined
  last = { format, model: name, rulebook: choice.value.rulebook }
  return last.rulebook
}

/** An API by its name, if it speaks a format. */
export function ofFormat(api: string | Rulebook | undefined, format: string): Rulebook | undefined {
  if (api === undefined) return undefined
  if (typeof api === 'object') return api.format === format ? api : undefined
  return rulebooks.find((rulebook) => rulebook.name === api && rulebook.format === format)
}

/** What of a guard's options is a wish about the repair. */
export function wishesOf({ policy, tail }: GuardOptions): Pick<RepairOptions, 'policy' | 'tail'> {
  return { ...(policy === undefined ? {} : { policy }), ...(tail === undefined ? {} : { tail }) }
}

/** Refuses options that no request could be guarded with, when the guard is made and not when it is needed. */
export function checkOptions({ api, policy }: GuardOptions): void {
  if (typeof api === 'string' && !rulebooks.some(({ name }) => name === api)) {
    const names = [...new Set(rulebooks.map(({ name }) => name))].join(', ')
    throw new MortiseError('unknown-api', `There is no API \`${api}\` here.`, {
      hint: `Known APIs: ${names}`,
    })
  }
  choosePolicy(policy)
}
