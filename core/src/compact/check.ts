import { isObject } from '../model/json.ts'
import { anyValue, isFormatName, isOrigin, isTail } from '../model/option-checks.ts'
import { checkOptions, didYouMean, type OptionTable } from '../model/options.ts'
import { MortiseError } from '../model/outcome.ts'
import { checkPolicy } from '../model/policy.ts'
import type { CountTokens } from './count.ts'
import { type CompactOptions, type SummarizeOptions, stageNames } from './options.ts'

type UncheckedOptions = Readonly<Record<string, unknown>>

/** The options of a compaction; those that depend on each other are checked together. */
const compactOptions: OptionTable = {
  budget: anyValue,
  fraction: anyValue,
  api: anyValue,
  format: isFormatName,
  countTokens: checkFunction,
  summarize: checkFunction,
  usage: checkUsage,
  stages: anyValue,
  keep: checkKeep,
  pin: checkPin,
  policy: checkPolicy,
  tail: isTail,
  origin: isOrigin,
}

/** Refuses wishes that nobody can fulfil, before anything is done. */
export function checkWishes(
  owner: string,
  options: CompactOptions | SummarizeOptions,
  needed?: readonly string[],
): void {
  const wishes: unknown = options
  if (!isObject(wishes)) throw misuse('Say how small it must be: by `budget` or by `fraction`.')
  checkOptions(owner, options, compactOptions, needed)
  checkGoal(wishes)
  checkStages(wishes)
}

function checkGoal({ budget, fraction }: UncheckedOptions): void {
  if ((budget === undefined) === (fraction === undefined))
    throw misuse('Say how small it must be: by `budget` or by `fraction`.')
  if (budget !== undefined && !isCount(budget)) throw misuse('A `budget` is a number of tokens.')
  if (fraction !== undefined && !(isCount(fraction) && fraction <= 1))
    throw misuse('A `fraction` is a number from 0 to 1.')
}

function checkStages({ stages, summarize }: UncheckedOptions): void {
  if (stages === undefined) return
  if (!Array.isArray(stages) || !stages.every((stage): stage is string => typeof stage === 'string'))
    throw misuse(`\`stages\` is a list of names: ${namesOf(stageNames)}.`)
  const known: readonly string[] = stageNames
  const strange = stages.filter((stage) => !known.includes(stage))
  if (strange.length > 0)
    throw misuse(
      `There is no stage ${namesOf(strange)}; there are ${namesOf(stageNames)}.${didYouMean(strange[0], stageNames)}`,
    )
  if (summarize === undefined && stages.includes('summarize'))
    throw misuse('The stage `summarize` needs the function `summarize`.')
}

function checkFunction(value: unknown, name: string): void {
  if (typeof value !== 'function') throw misuse(`\`${name}\` is a function.`)
}

const keepOptions: OptionTable = { system: isChoice, firstUser: isChoice }

function checkKeep(keep: unknown): void {
  if (!isObject(keep)) throw notKept()
  checkOptions('keep', keep, keepOptions)
}

function isChoice(value: unknown): void {
  if (typeof value !== 'boolean') throw notKept()
}

function notKept(): MortiseError {
  return misuse('`keep` says true or false of `system` and of `firstUser`.')
}

function checkPin(pin: unknown): void {
  const isPosition = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0
  const isPin = typeof pin === 'function' || (Array.isArray(pin) && pin.every(isPosition))
  if (!isPin) throw misuse('`pin` is a list of positions, counted from 0, or a test.')
}

function checkUsage(usage: unknown): void {
  const isWhole = isObject(usage) && isCount(usage.tokens) && Number.isFinite(usage.tokens)
  const isPart = isObject(usage) && (usage.messages === undefined || isCount(usage.messages))
  if (!isWhole || !isPart) throw misuse('`usage` has the `tokens` of the first `messages`, as numbers.')
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && value >= 0
}

function namesOf(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ')
}

/** The same counter, which gives a number or is refused. */
export function checkedCounter(countTokens: CountTokens): CountTokens {
  return (text, message) => {
    let count: unknown
    try {
      count = countTokens(text, message)
    } catch (error) {
      const why = error instanceof Error ? ` (${error.message})` : ''
      throw misuse(`The function \`countTokens\` failed${why}.`, error)
    }
    refusePromise('countTokens', count)
    if (isCount(count) && Number.isFinite(count)) return count
    throw misuse('`countTokens` has to give a number of tokens.')
  }
}

/** Checks the answer of a test for pins. */
export function checkPinned(answer: unknown): boolean {
  refusePromise('pin', answer)
  return Boolean(answer)
}

function refusePromise(name: string, answer: unknown): void {
  if (!isObject(answer) || typeof answer.then !== 'function') return
  // Nobody waits for it any more: without this, its failure would end the program.
  Promise.resolve(answer).catch(() => undefined)
  throw misuse(`\`${name}\` has to answer at once, not with a promise.`)
}

/** Checks that a summary is a text. */
export function checkSummary(said: unknown): string {
  if (typeof said === 'string') return said
  throw misuse('`summarize` has to give a text.')
}

/** The error for a wish that cannot be fulfilled. */
export function misuse(message: string, cause?: unknown): MortiseError {
  const hint = 'compact(document, { budget: 100_000 })'
  return new MortiseError('bad-option', message, cause === undefined ? { hint } : { hint, cause })
}
