import { isPlain } from '../engine/plain/plain.ts'
import { isObject, type JsonObject } from '../model/json.ts'
import type { Api } from '../types.ts'
import type { AddressFacts } from './address.ts'
import type { Guarding } from './binding/state.ts'
import { apiFor, mayRemember } from './choose.ts'
import { mend } from './mend.ts'
import { tell } from './tell.ts'

/**
 * Mends a body that a client is about to print as JSON; a sound one comes back as it is.
 *
 * The objects themselves are only looked at: they may be instances, with getters or a way of their own to be
 * printed. What is mended is what they are printed as.
 */
export function mendBody(body: JsonObject, address: AddressFacts, options: Guarding): JsonObject {
  if (looksSound(body, address, options)) return body
  const sent = asSent(body)
  if (sent === undefined) return body
  const mended = mend(sent, address, options)
  return mended === sent ? body : mended
}

/** Whether nothing is wrong with a body, and nothing in it may be printed as something else; tells of one that is sound. */
export function looksSound(body: JsonObject, address: AddressFacts, options: Guarding): boolean {
  let api: Api | undefined
  try {
    api = apiFor(body, address, options)
    if (api !== undefined && mayRemember(body, api, options, 'whole')) return false
    const isSound = api === undefined || isPlain(body, api, options.tail ?? 'closed')
    if (!isSound || printsItself(body)) return false
  } catch {
    // A getter threw: whether it does so for the client too, printing will tell.
    return false
  }
  if (api !== undefined) tell(options, undefined, { api: api.rulebook.name, isRetry: false })
  return true
}

/** Whether a value may decide by itself how it is printed. */
type Printable = { readonly toJSON?: unknown; readonly content?: unknown; readonly parts?: unknown }

/**
 * Whether a body, a turn of it or a part of that decides by itself how it is printed.
 *
 * To go over all members costs too much. So does to ask at one place for what turns and parts both may have, as
 * the shapes seen there would be too many to be kept in mind, or to ask with `in`: hence the loops alike.
 */
function printsItself({ toJSON, messages, input, contents }: JsonObject): boolean {
  if (typeof toJSON === 'function' || holdsPrinter(messages, 'content')) return true
  return holdsPrinter(input, 'content') || holdsPrinter(contents, 'parts')
}

function holdsPrinter(turns: unknown, name: 'content' | 'parts'): boolean {
  if (!Array.isArray(turns)) return isPrinter(turns)
  for (let position = 0; position < turns.length; position++) {
    const turn: Printable | null | undefined = turns[position]
    if (typeof turn !== 'object' || turn === null) continue
    if (typeof turn.toJSON === 'function' || partPrints(name === 'parts' ? turn.parts : turn.content))
      return true
  }
  return false
}

function partPrints(parts: unknown): boolean {
  if (typeof parts !== 'object' || parts === null) return false
  if (!Array.isArray(parts)) return isPrinter(parts)
  for (let position = 0; position < parts.length; position++) {
    const part: Printable | null | undefined = parts[position]
    if (typeof part === 'object' && part !== null && typeof part.toJSON === 'function') return true
  }
  return false
}

function isPrinter(value: unknown): boolean {
  return typeof value === 'object' && value !== null && typeof (value as Printable).toJSON === 'function'
}

/** The body as it is sent; undefined where it cannot be printed, which the client is left to say. */
function asSent(body: JsonObject): JsonObject | undefined {
  try {
    const sent: unknown = JSON.parse(JSON.stringify(body))
    return isObject(sent) ? sent : undefined
  } catch {
    return undefined
  }
}
