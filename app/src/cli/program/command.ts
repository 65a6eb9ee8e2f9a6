import type { Screen } from '../screen/screen.ts'
import type { FlagName, Flags } from './flags.ts'

export type { Screen } from '../screen/screen.ts'

/** The flags, the words and the screens of one command. */
export interface Invocation {
  readonly flags: Flags
  readonly words: readonly string[]
  /** The program the way it was called, for hints. */
  readonly program: string
  readonly out: Screen
  /** The story beside the answer; silent if asked to be. */
  readonly story: Screen
}

/** Does what a command is for and returns the exit code. */
export type RunCommand = (invocation: Invocation) => Promise<number>

/** The purpose of a command; the help groups commands by it. */
export type Purpose = 'mend' | 'look' | 'undo' | 'serve' | 'learn'

/** One command, as the help and the dispatch see it. */
export interface Command {
  readonly name: string
  readonly purpose: Purpose
  readonly summary: string
  /** The words that it takes besides flags, for the help. */
  readonly takes?: string
  readonly flags: readonly FlagName[]
  /** Whether its lines report on work: with `--quiet` they are printed only if it does not end with 0. */
  readonly isReport?: true
  /** Flags that mean something of their own here. */
  readonly means?: Partial<Readonly<Record<FlagName, string>>>
  /** The values that a flag takes here, where the commands differ. */
  readonly allows?: Partial<Readonly<Record<FlagName, readonly string[]>>>
  readonly about: readonly string[]
  readonly examples: readonly string[]
  load(): Promise<RunCommand>
}
