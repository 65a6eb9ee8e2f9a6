import { scan } from '../index.ts'
import { isObject, type JsonObject } from '../model/json.ts'
import type { Address } from './address.ts'
import { rulebookFor } from './choose.ts'
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
    const rulebook = rulebookFor(body, address, options)
    if (rulebook === undefined) return !printsItself(body)
    const { tail } = options
    const found = scan(body, rulebook, tail === undefined ? {} : { tail })
    return found.length === 0 && !printsItself(body)
  } catch {
    // A getter threw: whether it does so for the client too, printing will tell.
    return false
  }
}

/** Whether a body, a turn of it or a part of that decides by itself how it is printed. */
function printsItself(body: JsonObject): boolean {
  if (hasPrinter(body)) return true
  const turns = body.messages ?? body.input ?? body.contents
  if (!Array.isArray(turns)) return false
  for (let position = 0; position < turns.length; position++) {
    const turn: unknown = turns[position]
    if (hasPrinter(turn) || holdsPrinter(turn)) return true
  }
  return false
}

/** Whether one of the parts of a turn does; by their names, since to list a turn's members costs more than all else. */
function holdsPrinter(turn: unknown): boolean {
  if (!isObject(turn)) return false
  const parts = turn.content ?? turn.parts
  const { tool_calls: calls } = turn
  return (Array.isArray(parts) && parts.some(hasPrinter)) || (Array.isArray(calls) && calls.some(hasPrinter))
}

function hasPrinter(value: unknown): boolean {
  return isObject(value) && typeof value.toJSON === 'function'
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
