import { isQuiet } from '../engine/quiet.ts'
import { isObject, type JsonObject } from '../model/json.ts'
import type { Address } from './address.ts'
import { apiFor } from './choose.ts'
import { mend } from './mend.ts'
import type { GuardOptions } from './options.ts'

/**
 * Mends a body that a client is about to print as JSON; a sound one comes back as it is.
 *
 * The objects themselves are only looked at: they may be instances, with getters or a way of their own to be
 * printed. What is mended is what they are printed as.
 */
export function mendBody(body: JsonObject, address: Address, options: GuardOptions): JsonObject {
  if (looksSound(body, address, options)) return body
  const sent = asSent(body)
  if (sent === undefined) return body
  const mended = mend(sent, address, options)
  return mended === sent ? body : mended
}

/** Whether nothing is wrong with a body, and nothing in it may be printed as something else. */
export function looksSound(body: JsonObject, address: Address, options: GuardOptions): boolean {
  try {
    const api = apiFor(body, address, options)
    const isSilent = api === undefined || isQuiet(body, api, options.tail ?? 'closed')
    return isSilent && !printsItself(body)
  } catch {
    // A getter threw: whether it does so for the client too, printing will tell.
    return false
  }
}

/** Whether a body, a turn of it or a part of that decides by itself how it is printed. */
function printsItself(body: JsonObject): boolean {
  const { messages, input, contents } = body
  if (hasPrinter(body) || holdsPrinter(messages, 'content')) return true
  return holdsPrinter(input, 'content') || holdsPrinter(contents, 'parts')
}

/** Whether a list does, one of it, or of the lists that it holds by a name: to go over all members costs too much. */
function holdsPrinter(list: unknown, name?: string): boolean {
  if (!Array.isArray(list)) return typeof list === 'object' && list !== null && hasPrinter(list)
  for (let position = 0; position < list.length; position++) {
    const held: unknown = list[position]
    if (typeof held !== 'object' || held === null) continue
    if (hasPrinter(held)) return true
    if (name !== undefined && holdsPrinter((held as JsonObject)[name])) return true
  }
  return false
}

function hasPrinter(value: object): boolean {
  return 'toJSON' in value && typeof value.toJSON === 'function'
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
