import { applyBytes } from '../bytes/splice/splice.ts'
import { decode } from '../bytes/text/decode.ts'
import type { Edit } from '../model/edit.ts'
import { isObject } from '../model/json.ts'
import {
  type BindingWish,
  type BoundPlace,
  dropsBlocks,
  fieldEdit,
  modeFor,
  removalsFor,
  unfieldEdit,
  wantsError,
} from './field.ts'
import type { BindingMemory } from './memory.ts'
import { bindingRefusalIn, dropBeta, isRemovalRefusal, removalBeta } from './refusal.ts'

/** A body that was repaired by a memory. */
export interface MendedBytes {
  /** The document before the repair. */
  readonly seen: unknown
  readonly bytes: Uint8Array
  readonly isRemembered?: true
}

/** A mark of bodies that may ask the API to drop bound thinking. */
export interface AskingMark {
  /** The field was written into the body: the request needs the beta. */
  readonly asksToDrop: boolean
  /** The body without the field. */
  readonly unasked?: Uint8Array
}

/** Repairs a body by a memory; asks the API to drop bound thinking where it can be asked, and takes it out elsewhere. */
export function repairAsking<Mended extends MendedBytes>(
  place: BoundPlace | undefined,
  wish: BindingWish,
  memory: BindingMemory | undefined,
  repair: (memory: BindingMemory | undefined) => Mended | undefined,
): (Mended & AskingMark) | undefined {
  const isKept = (document: unknown): boolean => modeFor(document, place, wish) !== 'remove'
  const first = repair(memory?.keepingWhere(isKept, removalsFor(place, wish)))
  if (first === undefined) return undefined
  if (first.isRemembered !== true || modeFor(first.seen, place, wish) !== 'drop')
    return { ...first, asksToDrop: false }
  const bytes = askToDrop(first.bytes, place, wish)
  if (bytes !== undefined) return { ...first, bytes, asksToDrop: true, unasked: first.bytes }
  // The repair has turned thinking off, and then the field is refused.
  const without = repair(memory)
  return without === undefined ? undefined : { ...without, asksToDrop: false }
}

/** The same body that asks the API to drop thinking that does not fit; undefined where that would be refused. */
function askToDrop(
  bytes: Uint8Array,
  place: BoundPlace | undefined,
  wish: BindingWish,
): Uint8Array | undefined {
  const document = parsed(bytes)
  if (!isObject(document) || modeFor(document, place, wish) !== 'drop') return undefined
  return edited(bytes, fieldEdit(document))
}

/** A body that was sent, and the error that it was refused with. */
export interface RefusedBytes {
  readonly bytes: Uint8Array
  /** The field in it was not written by the caller. */
  readonly asksToDrop: boolean
  /** The body before the field was written into it, if it is at hand. */
  readonly unasked?: Uint8Array | undefined
  readonly error: string
}

/** A refused body, and the memory by which it is mended. */
export interface Unbound {
  /** The body without the field, if the caller did not write it there. */
  readonly bytes: Uint8Array
  readonly memory: BindingMemory
}

/** How a body can be mended that was refused for its bound thinking; undefined where it was refused for anything else. */
export function unbound(
  { bytes, asksToDrop, unasked, error }: RefusedBytes,
  { state }: BindingWish,
  memory: BindingMemory,
): Unbound | undefined {
  const refusal = bindingRefusalIn(error)
  const document = refusal === undefined ? undefined : parsed(bytes)
  if (refusal === undefined || !isObject(document) || wantsError(document)) return undefined
  const bare = asksToDrop ? (unasked ?? edited(bytes, unfieldEdit(document))) : bytes
  if (refusal.kind === 'block') return { bytes: bare, memory: memory.afterRefusal(refusal.at) }
  if (!asksToDrop) return undefined
  if (state !== undefined) state.isFieldRefused = true
  return { bytes: bare, memory }
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decode(bytes, 0, bytes.length))
  } catch {
    // Bytes that are no JSON are the API's to refuse.
    return undefined
  }
}

function edited(bytes: Uint8Array, edit: Edit): Uint8Array {
  const outcome = applyBytes(bytes, { edits: [edit] })
  if (!outcome.ok) throw outcome.error
  return outcome.value
}

/** The steps around bound thinking for programs that hold the headers of a request, too. */
export interface BoundThinking {
  readonly repair: typeof repairAsking
  readonly afterRefusal: typeof unbound
  /** Whether an API can be asked to drop blocks, by its host. */
  readonly dropsBlocks: (host: string) => boolean
  /** The beta that a request needs which asks for it, and its header. */
  readonly beta: typeof dropBeta
  /** The beta that a request needs in which a turn takes tools from the model, and its header. */
  readonly removalBeta: typeof removalBeta
  /** Whether the error of an API is about such a turn. */
  readonly isRemovalRefusal: typeof isRemovalRefusal
}

/** The steps around bound thinking that `mortise` shares with the guards of this package. */
export const boundThinking: BoundThinking = {
  repair: repairAsking,
  afterRefusal: unbound,
  dropsBlocks,
  beta: dropBeta,
  removalBeta,
  isRemovalRefusal,
}
