import { isObject } from '../model/json.ts'
import { MortiseError } from '../model/outcome.ts'
import type { CountTokens } from './count.ts'
import { type CompactOptions, type SummarizeOptions, stageNames } from './options.ts'

/** Refuses wishes that nobody can fulfil, before anything is done. */
export function checkWishes(options: CompactOptions | SummarizeOptions): void {
  const wishes: unknown = options
  if (!isObject(wishes)) throw misuse('Say how small it must be: by `budget` or by `fraction`.')
  checkGoal(wishes)
  checkStages(wishes)
  checkFunctions(wishes)
  checkKept(wishes)
  checkUsage(wishes)
}

type Wishes = Readonly<Record<string, unknown>>

function checkGoal({ budget, fraction }: Wishes): void {
  if ((budget === undefined) === (fraction === undefined))
    throw misuse('Say how small it must be: by `budget` or by `fraction`.')
  if (budget !== undefined && !isCount(budget)) throw misuse('A `budget` is a number of tokens.')
  if (fraction !== undefined && !(isCount(fraction) && fraction <= 1))
    throw misuse('A `fraction` is a number from 0 to 1.')
}

function checkStages({ stages, summarize }: Wishes): void {
  if (stages === undefined) return
  if (!Array.isArray(stages) || !stages.every((stage): stage is string => typeof stage === 'string'))
    throw misuse(`\`stages\` is a list of names: ${namesOf(stageNames)}.`)
  const known: readonly string[] = stageNames
  const strange = stages.filter((stage) => !known.includes(stage))
  if (strange.length > 0)
    throw misuse(`There is no stage ${namesOf(strange)}; there are ${namesOf(stageNames)}.`)
  if (summarize === undefined && stages.includes('summarize'))
    throw misuse('The stage `summarize` needs the function `summarize`.')
}

function checkFunctions(wishes: Wishes): void {
  for (const name of ['countTokens', 'summarize'])
    if (wishes[name] !== undefined && typeof wishes[name] !== 'function')
      throw misuse(`\`${name}\` is a function.`)
}

function checkKept({ keep, pin }: Wishes): void {
  const isChoice = (value: unknown): boolean => value === undefined || typeof value === 'boolean'
  if (keep !== undefined && !(isObject(keep) && isChoice(keep.system) && isChoice(keep.firstUser)))
    throw misuse('`keep` says true or false of `system` and of `firstUser`.')
  const isPosition = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0
  const isPin = typeof pin === 'function' || (Array.isArray(pin) && pin.every(isPosition))
  if (pin !== undefined && !isPin) throw misuse('`pin` is a list of positions, counted from 0, or a test.')
}

function checkUsage({ usage }: Wishes): void {
  if (usage === undefined) return
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

/** What a test for pins says. */
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

/** What a summary must be. */
export function checkSummary(said: unknown): string {
  if (typeof said === 'string') return said
  throw misuse('`summarize` has to give a text.')
}

/** The error for a wish that cannot be fulfilled. */
export function misuse(message: string, cause?: unknown): MortiseError {
  const hint = 'compact(document, { budget: 100_000 })'
  return new MortiseError('bad-option', message, cause === undefined ? { hint } : { hint, cause })
}
