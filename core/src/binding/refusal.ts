import { badOption } from '../model/options.ts'
import type { PartPosition } from './memory.ts'

/** The beta that the field needs; it is sent in this header, beside other betas. */
export const dropBeta = { header: 'anthropic-beta', beta: 'thinking-binding-controls-2026-08-01' } as const

/** The beta that a turn needs which takes tools from the model. */
export const removalBeta = {
  header: 'anthropic-beta',
  beta: 'mid-conversation-tool-changes-2026-07-01',
} as const

/** Whether an API refuses a turn that takes tools from the model: its kind, its place, or its beta. */
export function isRemovalRefusal(text: string): boolean {
  if (bindingRefusalIn(text)?.kind === 'block') return false
  return (
    /tool_removal|tool_reference|role 'system'|system content/.test(text) || text.includes(removalBeta.beta)
  )
}

/** Why an API refuses a request with bound thinking: a block does not fit, or the field is not taken. */
export type BindingRefusal =
  | { readonly kind: 'block'; readonly at: PartPosition | undefined }
  | { readonly kind: 'field' }

/** Reads a refusal; undefined if it is about something else. */
export function bindingRefusalIn(text: string): BindingRefusal | undefined {
  if (typeof text !== 'string') throw badOption('The error of an API is a text.')
  if (text.includes('bound to a different conversation')) return { kind: 'block', at: placeIn(text) }
  const isField =
    /block_binding\b.{0,40}Extra inputs are not permitted/.test(text) || text.includes(dropBeta.beta)
  return isField ? { kind: 'field' } : undefined
}

function placeIn(text: string): PartPosition | undefined {
  const [, turn, part] = /messages\.(\d+)\.content\.(\d+)/.exec(text) ?? []
  return turn === undefined || part === undefined ? undefined : { turn: Number(turn), part: Number(part) }
}
