import type { Facts } from './facts.ts'
import type { Ids, TurnRange } from './format.ts'
import type { Tail } from './report.ts'

/** Looks over a document for the first turn in which a rule may find a fault; it may suspect too much, never too little. */
export interface Sentinel {
  /** Reads the members around the turns, such as tools; called before `reset`, absent where the facts say enough. */
  readBody?(document: unknown): void
  /** Forgets everything; a sentinel is made once and used again. */
  reset(facts: Facts): void
  /** Looks at turns [from, to); returns the first suspicious position, or -1. May be called again to go on. */
  feed(turns: readonly unknown[], from: number, to: number): number
  /** Forgets the calls that wait, to go on after a suspicious stretch. */
  skip(): void
  /** Whether every call so far has its result. */
  isSettled(): boolean
  /** Whether the conversation, as far as it was looked at, may end here. */
  mayEnd(tail: Tail): boolean
  /** Whether nothing in the suspicious ranges of these turns concerns more than its own neighbourhood. */
  isLocal(turns: readonly unknown[], suspects: readonly TurnRange[]): boolean
  /** From now on keeps nothing of one conversation for the next. */
  once(): void
  /** From now on, until it is reset, notes where the ids of calls stand. */
  track(): void
  /** Of the turns looked at since, in order, those that may hold one of these ids; undefined where they were not noted. */
  holders(ids: Ids): readonly number[] | undefined
}
