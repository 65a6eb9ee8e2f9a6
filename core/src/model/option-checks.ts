import { isObject } from './json.ts'
import { badOption, didYouMean, type OptionCheck, type OptionTable } from './options.ts'
import type { Tail } from './report.ts'

/** An option that is checked where it is used. */
export const anyValue: OptionCheck = () => {}

/** One of a few words. */
export function oneOf(words: readonly string[]): OptionCheck {
  return (value, name) => {
    if (typeof value === 'string' && words.includes(value)) return
    const list = words.map((word) => `\`${word}\``)
    const told = `\`${name}\` is ${list.slice(0, -1).join(', ')} or ${list.at(-1)}`
    const other = typeof value === 'string' ? `, not \`${value.slice(0, 60)}\`` : ''
    throw badOption(`${told}${other}.${didYouMean(value, words)}`)
  }
}

/** A value of one kind, which `wanted` names. */
export function ofKind(wanted: string, isOfKind: (value: unknown) => boolean): OptionCheck {
  return (value, name) => {
    if (!isOfKind(value)) throw badOption(`\`${name}\` has to be ${wanted}.`)
  }
}

const tails: Readonly<Record<Tail, true>> = { closed: true, rest: true, open: true }

/** How a conversation ends. */
export const isTail: OptionCheck = /* @__PURE__ */ oneOf(/* @__PURE__ */ Object.keys(tails))

/** The name of a format. */
export const isFormatName: OptionCheck = /* @__PURE__ */ ofKind(
  'the name of a format',
  (value) => typeof value === 'string',
)

/** The name of a model. */
export const isModelName: OptionCheck = /* @__PURE__ */ ofKind(
  'the name of a model',
  (value) => typeof value === 'string',
)

/** A reader of bytes. */
export const isReader: OptionCheck = /* @__PURE__ */ oneOf(['wasm', 'typescript'])

export const isFunction: OptionCheck = (value, name) => {
  if (typeof value !== 'function') throw badOption(`\`${name}\` is a function.`)
}

/** A memory of conversations whose past was changed. */
export const isMemory: OptionCheck = /* @__PURE__ */ ofKind(
  'one that `bindingMemory` made',
  (value) => isObject(value) && typeof value.repair === 'function' && typeof value.mayKnow === 'function',
)

export const isYesOrNo: OptionCheck = /* @__PURE__ */ ofKind(
  'true or false',
  (value) => typeof value === 'boolean',
)

/** Checks the option `origin`: knowledge of the records that a document comes out of. */
export const isOrigin: OptionCheck = /* @__PURE__ */ ofKind(
  'an object of functions, with the name of a model',
  (value) =>
    isObject(value) &&
    isAbsentOr('string', value.model) &&
    originNames.every((name) => isAbsentOr('function', value[name])),
)

const originNames = ['isCalledElsewhere', 'isCalledBetween', 'seatOf']

function isAbsentOr(type: string, value: unknown): boolean {
  return value === undefined || typeof value === type
}

/** The options of a scan, each with its check. */
export const scanOptions: OptionTable = { tail: isTail, origin: isOrigin }

/** Refuses a value in the place of bytes. */
export function checkBytes(owner: string, bytes: unknown): void {
  if (!isBytes(bytes)) throw badOption(`\`${owner}\` takes bytes, as a \`Uint8Array\`.`)
}

/** Whether these are bytes; those of another realm, such as a frame of a page, too. */
function isBytes(value: unknown): boolean {
  return ArrayBuffer.isView(value) && (value as Partial<Uint8Array>)[Symbol.toStringTag] === 'Uint8Array'
}

export function isListOfBytes(value: unknown): value is readonly Uint8Array[] {
  return Array.isArray(value) && value.every(isBytes)
}

export function isListOfTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}
