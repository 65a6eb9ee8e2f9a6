import { compact } from './compact.ts'

/** A sentence on record, and what it can mean. */
export interface Pattern {
  /**
   * Phrases of the sentence: one is enough.
   *
   * Case, quotes, backticks, punctuation and white space do not count; `#` is a number, `…` anything short.
   */
  readonly pattern: readonly string[]
  /** The phrases as they read where the words in backticks are gone: a shell runs and drops them. */
  readonly bare?: readonly string[]
  /** The rules it can mean, the most likely first. Empty where no rule can see the fault. */
  readonly rules: readonly string[]
  /** The APIs that speak like this, the most likely first. */
  readonly apis: readonly string[]
  /** The key of the words to say, where the first rule does not decide it. */
  readonly words?: string
  /** The step that helps; `repair` where it is left out. */
  readonly next?: NextStep
}

/**
 * The step that helps with an error.
 *
 * `repair`: mend the conversation · `doctor`: look at the sessions on this machine · `sessions`: list them ·
 * `compact`: make the conversation smaller · `none`: the conversation is fine, and something else is to be done.
 */
export type NextStep = 'repair' | 'doctor' | 'sessions' | 'compact' | 'none'

/** Makes a phrase an expression over letters and digits alone. */
export function compile(phrase: string): RegExp {
  const pieces = phrase.split(/([…#])/).map((piece) => {
    if (piece === '…') return '.{0,120}?'
    return piece === '#' ? '\\d{1,9}' : compact(piece).letters
  })
  return new RegExp(pieces.join(''), 'g')
}

/** How many letters of a phrase stand in a row at most: the more, the surer it is what the phrase means. */
export function longestRun(phrase: string): number {
  return Math.max(...phrase.split(/[…#]/).map((piece) => compact(piece).letters.length))
}
