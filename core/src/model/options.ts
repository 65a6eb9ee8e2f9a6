import { closest } from './closest.ts'
import { isObject } from './json.ts'
import { MortiseError } from './outcome.ts'

/** Refuses a value that an option cannot have. An option that is left out is not checked. */
export type OptionCheck = (value: unknown, name: string) => void

/** The options that a function knows, each with the check of its value. */
export type OptionTable = Readonly<Record<string, OptionCheck>>

/**
 * Refuses options that a function does not know, lacks or cannot read, in one sentence.
 *
 * It runs on every call, and makes nothing where all is well.
 */
export function checkOptions(
  owner: string,
  options: unknown,
  table: OptionTable,
  needed?: readonly string[],
): void {
  if (options !== undefined) checkMembers(owner, options, table)
  if (needed === undefined) return
  for (const name of needed)
    if (!isObject(options) || options[name] === undefined)
      throw badOption(`\`${owner}\` needs the option \`${name}\`.`, knownOptions(table))
}

function checkMembers(owner: string, options: unknown, table: OptionTable): void {
  if (!isObject(options)) throw badOption(`The options of \`${owner}\` are an object.`, knownOptions(table))
  for (const name in options) {
    const value = options[name]
    if (value === undefined) continue
    const check = Object.hasOwn(table, name) ? table[name] : undefined
    if (check === undefined) throw unknownOption(owner, name, table)
    check(value, name)
  }
}

function unknownOption(owner: string, name: string, table: OptionTable): MortiseError {
  const message = `\`${owner}\` has no option \`${name}\`.${didYouMean(name, Object.keys(table))}`
  return badOption(message, knownOptions(table))
}

function knownOptions(table: OptionTable): string {
  return `Known options: ${Object.keys(table).join(', ')}`
}

/** Names of one kind: the code of the error for one that is not known, and the word for several. */
const kinds = {
  API: ['unknown-api', 'APIs'],
  format: ['unknown-format', 'formats'],
  policy: ['unknown-policy', 'policies'],
  rule: ['unknown-rule', 'rules'],
  'group of tools': ['bad-option', 'groups'],
} as const

/** The error for a name that is not among those that are known, with the nearest of them. */
export function unknownName(kind: keyof typeof kinds, name: unknown, known: readonly string[]): MortiseError {
  const [code, plural] = kinds[kind]
  const told = `There is no ${kind} \`${shown(name)}\` here.${didYouMean(name, known)}`
  return new MortiseError(code, told, { hint: `Known ${plural}: ${known.join(', ')}` })
}

/** The error for something that was given and cannot be used. */
export function badOption(message: string, hint?: string): MortiseError {
  return new MortiseError('bad-option', message, hint === undefined ? {} : { hint })
}

/** A question for the nearest name, where one is near. */
export function didYouMean(name: unknown, known: readonly string[]): string {
  const near = typeof name === 'string' ? closest(name.slice(0, longest), known) : undefined
  return near === undefined ? '' : ` Did you mean \`${near}\`?`
}

/** No name is longer; a whole document may be given in place of one. */
const longest = 60

/** A value in a few words; objects can refuse to be printed. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return value.length > longest ? `${value.slice(0, longest)}…` : value
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'function') return 'a function'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}
