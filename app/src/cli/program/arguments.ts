import { parseArgs } from 'node:util'
import { closest } from '../../text/closest.ts'
import { CommandError } from './failure.ts'
import { type FlagName, type Flags, flagTable } from './flags.ts'

/** A command line, taken apart. */
export interface Arguments {
  readonly command: string | undefined
  /** The words after the command. */
  readonly words: readonly string[]
  readonly flags: Flags
  /** The flags that were written down. */
  readonly given: readonly FlagName[]
}

/** A flag stands there without its value. */
export class MissingValue extends CommandError {
  readonly flag: string

  constructor(flag: string, message: string) {
    super('usage', message)
    this.flag = flag
  }
}

/** Takes a command line apart; throws a sentence about the first thing that makes no sense. */
export function readArguments(line: readonly string[]): Arguments {
  const { tokens } = parseArgs({
    args: [...line],
    options: Object.fromEntries(Object.entries(flagTable).map(([name, flag]) => [name, parserOption(flag)])),
    strict: false,
    tokens: true,
  })
  const values: Record<string, string | boolean | readonly string[]> = {}
  const words: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value)
    if (token.kind !== 'option') continue
    // Many programs write it large.
    const name = token.rawName === '-V' ? 'version' : token.name
    values[name] = joined(name, values[name], readFlag({ ...token, name }))
  }
  const [command, ...rest] = words
  const given = Object.keys(values).filter(isFlagName)
  // Each value was held against the table of flags: here words become types.
  return { command, words: rest, flags: { ...allOff, ...values } as Flags, given }
}

/** The value of a flag; one that may be said more than once has a list of them. */
function joined<Value>(
  name: string,
  before: Value | undefined,
  value: string | boolean,
): Value | string | boolean | string[] {
  if (!isFlagName(name) || flagTable[name].isMany !== true) return value
  return [...(Array.isArray(before) ? (before as string[]) : []), String(value)]
}

const allOff = { json: false, batch: false, plain: false, quiet: false, help: false, version: false }

interface FlagToken {
  readonly name: string
  readonly rawName: string
  readonly value?: string | undefined
  readonly inlineValue?: boolean | undefined
}

function parserOption(flag: (typeof flagTable)[FlagName]): { type: 'string' | 'boolean'; short?: string } {
  return flag.short === undefined ? { type: flag.type } : { type: flag.type, short: flag.short }
}

function isFlagName(name: string): name is FlagName {
  return Object.hasOwn(flagTable, name)
}

function readFlag(token: FlagToken): string | boolean {
  if (!isFlagName(token.name)) throw unknownFlag(token)
  const flag = flagTable[token.name]
  if (flag.type === 'boolean') {
    if (token.value !== undefined) throw new CommandError('usage', `\`${token.rawName}\` takes no value.`)
    return true
  }
  return readValue(token, flag.allowed)
}

function readValue(token: FlagToken, allowed: readonly string[] | undefined): string {
  const { value, rawName } = token
  const isNextFlag = token.inlineValue !== true && value?.startsWith('-')
  const choices = allowed === undefined ? '' : `: ${orList(allowed)}`
  if (!value || isNextFlag) throw new MissingValue(token.name, `\`${rawName}\` needs a value${choices}.`)
  checkValue(rawName, value, allowed)
  return value
}

/** Refuses a value that a flag does not take. */
export function checkValue(flag: string, value: string, allowed: readonly string[] | undefined): void {
  if (allowed === undefined || allowed.includes(value)) return
  throw new CommandError('usage', `\`${value}\` is no value of \`${flag}\`; it takes ${orList(allowed)}.`)
}

function unknownFlag(token: FlagToken): CommandError {
  const near = closest(token.name, Object.keys(flagTable))
  const guess = near === undefined ? '' : ` Did you mean \`--${near}\`?`
  return new CommandError('usage', `Unknown flag \`${token.rawName}\`.${guess}`)
}

/** Lists words as a sentence does: `a`, `b` or `c`. */
function orList(words: readonly string[]): string {
  const quoted = words.map((word) => `\`${word}\``)
  return `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`
}
