import type { Edit } from '../model/edit.ts'
import { isObject, type JsonObject } from '../model/json.ts'

/** A place that requests are sent to, as far as bound thinking goes. */
export interface BoundPlace {
  /** The format of a request. */
  readonly format: string
  /** The API can be asked to drop thinking that is bound to another past. */
  readonly dropsBlocks?: boolean
}

/** A wish about bound thinking, and the experience with it so far. */
export interface BindingWish {
  /** `drop_block`: the API is asked · `remove`: it is not · undefined: the place decides. */
  readonly binding?: 'drop_block' | 'remove' | undefined
  readonly state?: FieldState | undefined
  /** The denied tools that a turn may take from the model instead of the body; none if this is left out. */
  readonly mayTake?: ((tool: string) => boolean) | undefined
}

/** A note about the field that asks an API to drop blocks. */
export interface FieldState {
  /** The field was refused: it is not sent again. */
  isFieldRefused: boolean
  /** A turn that takes tools from the model was refused: none is sent again. */
  isRemovalRefused?: boolean
}

/**
 * The treatment of thinking that is bound to another past.
 *
 * `drop`: the API is asked to drop it · `keep`: the caller has asked for that · `remove`: it is taken out.
 */
export type BindingMode = 'drop' | 'keep' | 'remove'

const host = /(?:^|\.)anthropic\.com$/

/** Whether an API takes the field that drops bound thinking, by its host. */
export function dropsBlocks(name: string): boolean {
  return host.test(name.toLowerCase())
}

/** Decides what becomes of bound thinking; only Anthropic's own API is known to take the field. */
export function modeFor(document: unknown, place: BoundPlace | undefined, wish: BindingWish): BindingMode {
  const { binding, state } = wish
  if (binding === 'remove' || state === undefined || place?.format !== 'anthropic-messages') return 'remove'
  if (!isObject(document)) return 'remove'
  const behavior = behaviorOf(document)
  if (behavior !== undefined && behavior !== null) return behavior === 'drop_block' ? 'keep' : 'remove'
  const isTaken = (place.dropsBlocks === true || binding === 'drop_block') && !state.isFieldRefused
  return isTaken && mayThink(document) ? 'drop' : 'remove'
}

/** The denied tools that a turn may take from the model at a place: it has to know the beta for that. */
export function removalsFor(place: BoundPlace | undefined, wish: BindingWish): BindingWish['mayTake'] {
  const isKnown = place?.dropsBlocks === true || wish.binding === 'drop_block'
  return isKnown && wish.state?.isRemovalRefused !== true ? wish.mayTake : undefined
}

/** Whether the caller wants a request to be refused rather than have it sent without some thinking. */
export function wantsError(document: unknown): boolean {
  return isObject(document) && behaviorOf(document) === 'error'
}

/** Whether a request asks the API to drop thinking that does not fit. */
export function asksToDrop(document: unknown): boolean {
  return isObject(document) && behaviorOf(document) === 'drop_block'
}

/** The same request that asks the API to drop thinking that does not fit. */
export function withField(document: JsonObject): JsonObject {
  return { ...document, thinking: thinkingFor(document) }
}

/** The edit that does so. */
export function fieldEdit(document: JsonObject): Edit {
  const at = ['thinking']
  const value = thinkingFor(document)
  const why = 'reasoning-bound'
  if (!Object.hasOwn(document, 'thinking'))
    return { do: 'set', at, value, index: Object.keys(document).length, why }
  return { do: 'replace', at, from: document.thinking, value, why }
}

/** The edit that takes the field back. */
export function unfieldEdit(document: JsonObject): Edit {
  const { block_binding: binding, ...thinking } = isObject(document.thinking) ? document.thinking : {}
  const { prefix_mismatch_behavior: _, ...rest } = isObject(binding) ? binding : {}
  const value = Object.keys(rest).length === 0 ? thinking : { ...thinking, block_binding: rest }
  return { do: 'replace', at: ['thinking'], from: document.thinking, value, why: 'reasoning-bound' }
}

function thinkingFor({ thinking }: JsonObject): JsonObject {
  // Models that bind their thinking decide by themselves when to think, where nothing is said.
  const given: JsonObject = isObject(thinking) ? thinking : { type: 'adaptive' }
  const binding = isObject(given.block_binding) ? given.block_binding : {}
  return { ...given, block_binding: { ...binding, prefix_mismatch_behavior: 'drop_block' } }
}

function behaviorOf({ thinking }: JsonObject): unknown {
  const binding = isObject(thinking) ? thinking.block_binding : undefined
  return isObject(binding) ? binding.prefix_mismatch_behavior : undefined
}

/** Whether thinking is in a mode that takes the field. */
function mayThink({ thinking }: JsonObject): boolean {
  if (thinking === undefined || thinking === null) return true
  return isObject(thinking) && (thinking.type === 'adaptive' || thinking.type === 'enabled')
}
