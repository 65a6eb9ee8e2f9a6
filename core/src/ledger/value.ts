import type { Output } from '../model/format.ts'
import { isObject } from '../model/json.ts'
import { emptyResult } from '../texts/fixed.ts'

const mark: unique symbol = Symbol('mortise.ledger')

/** A tool's answer besides plain values: content in the form of the API, or that it was not allowed to run. */
export type Special =
  | { readonly [mark]: 'content'; readonly content: unknown }
  | { readonly [mark]: 'denied'; readonly why: string }

/** A result that is written as the API has it: blocks with images, for example. */
export function content(value: unknown): Special {
  return { [mark]: 'content', content: value }
}

/** Tells that a call was not allowed, in place of a result. */
export function denied(why = ''): Special {
  return { [mark]: 'denied', why }
}

/** Why a call was denied; undefined if it was not. */
export function denialOf(value: unknown): string | undefined {
  return isSpecial(value) && value[mark] === 'denied' ? wordsOf(value.why) : undefined
}

function isSpecial(value: unknown): value is Special {
  return isObject(value) && mark in value
}

/**
 * The output of a tool, as it can be written down; a value that is no JSON is told as nearly as JSON can.
 *
 * It is a copy: what the tool does to its value later changes nothing. Throws where the value itself does.
 */
export function outputOf(value: unknown): Output {
  if (value === undefined) return { text: emptyResult }
  if (typeof value === 'string') return { text: value }
  if (isSpecial(value) && value[mark] === 'content') {
    const given = plain(value.content)
    return given === null ? { text: emptyResult } : { content: given }
  }
  const text = print(value)
  return text === undefined ? { text: String(value) } : { json: JSON.parse(text) }
}

function plain(value: unknown): unknown {
  return JSON.parse(print(value) ?? 'null')
}

/** JSON text of any value; undefined for a function or a symbol. */
function print(value: unknown): string | undefined {
  const around: { readonly member: unknown; readonly shown: unknown }[] = []
  return JSON.stringify(value, function (this: unknown, _key, member: unknown) {
    // The containers around a member are known by its holder: all that were opened after it are closed again.
    while (around.length > 0 && around.at(-1)?.shown !== this) around.pop()
    const shown = shownAs(member)
    if (typeof shown !== 'object' || shown === null) return shown
    if (around.some((outer) => outer.member === member)) return '[circular]'
    around.push({ member, shown })
    return shown
  })
}

function shownAs(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (value instanceof Map) return [...value]
  if (value instanceof Set) return [...value]
  if (value instanceof Error) return { ...value, name: value.name, message: value.message }
  return value
}

/** A thrown value, in words. */
export function wordsOf(thrown: unknown): string {
  if (typeof thrown === 'string') return thrown
  // A thrown value may throw again when it is read.
  try {
    const words: unknown = thrown instanceof Error ? thrown.message || thrown.name : undefined
    return typeof words === 'string' ? words : (print(thrown) ?? String(thrown))
  } catch {
    return 'what was thrown cannot be told'
  }
}
