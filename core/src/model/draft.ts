import type { Format, Reading } from './format.ts'
import type { Tail } from './report.ts'
import type { Rulebook } from './rulebook.ts'
import type { Facts, Turn } from './transcript.ts'

/** What every step of a scan or a plan is about. */
export interface Context {
  readonly format: Format
  readonly rulebook: Rulebook
  readonly document: unknown
  readonly reading: Reading
  readonly facts: Facts
  readonly tail: Tail
}

/** A conversation being mended: the parts of the document, in the order and with the facts they will have. */
export interface Draft {
  readonly context: Context
  turns: Turn[]
  /** Facts of the body that were set. */
  readonly body: Map<string, { value: unknown; why: string }>
  /** Turns that went, each with the rule that asked for it. */
  readonly dropped: Map<Turn, string>
  /** Whether something was wanted that may stand in turns out of view. */
  isShort: boolean
}

/**
 * Does something to a draft, and sees to the cache marks of the parts that went by it.
 *
 * `elsewhere`: raw parts that live on outside the turns, with their marks.
 */
export type KeepMarks = (draft: Draft, why: string, act: () => void, elsewhere?: readonly unknown[]) => void
