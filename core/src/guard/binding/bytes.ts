import type { BindingMemory } from '../../binding/memory.ts'
import { bindingRefusalIn } from '../../binding/refusal.ts'
import { digestOf } from '../../bytes/digest.ts'
import { applyBytes } from '../../index.ts'
import { isObject } from '../../model/json.ts'
import type { Edit } from '../../types.ts'
import type { Address } from '../address.ts'
import { parsed } from '../posted.ts'
import { fieldEdit, modeFor, unfieldEdit, wantsError } from './field.ts'
import type { Guarding } from './state.ts'

/** The same body that asks the API to drop thinking that does not fit; undefined where that would be refused. */
export function askToDrop(
  bytes: Uint8Array,
  address: Address | undefined,
  options: Guarding,
): Uint8Array | undefined {
  const document = parsed(bytes)
  if (!isObject(document) || modeFor(document, address, options) !== 'drop') return undefined
  return edited(bytes, fieldEdit(document))
}

/** A refused body, and the memory by which it is mended. */
export interface Unbound {
  /** The body without the field, if the guard wrote it there. */
  readonly bytes: Uint8Array
  readonly memory: BindingMemory
}

/** How a body can be mended that was refused for its bound thinking; undefined where it was refused for anything else. */
export function unbound(
  bytes: Uint8Array,
  text: string,
  asksToDrop: boolean | undefined,
  { state }: Guarding,
): Unbound | undefined {
  const refusal = bindingRefusalIn(text)
  const document = refusal === undefined || state === undefined ? undefined : parsed(bytes)
  if (refusal === undefined || state === undefined || !isObject(document) || wantsError(document))
    return undefined
  const isOurs = asksToDrop ?? state.asked.has(digestOf(bytes))
  const bare = isOurs ? edited(bytes, unfieldEdit(document)) : bytes
  if (refusal.kind === 'block') return { bytes: bare, memory: state.memory.afterRefusal(refusal.at) }
  if (!isOurs) return undefined
  state.isFieldRefused = true
  return { bytes: bare, memory: state.memory }
}

function edited(bytes: Uint8Array, edit: Edit): Uint8Array {
  const outcome = applyBytes(bytes, { edits: [edit] })
  if (!outcome.ok) throw outcome.error
  return outcome.value
}
