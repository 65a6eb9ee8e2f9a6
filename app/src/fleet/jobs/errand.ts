import { createHash } from 'node:crypto'
import type { PolicyName } from '@mortise/core'
import type { CleanOptions } from '../../stores/clean/cleaning.ts'
import type { ToolPolicy, TransitionTarget } from '../../transition/index.ts'

/** The work of a run, as its row holds it; plain JSON. */
export type Errand =
  /** The policies of a revision: by the name of a profile, and for all others. */
  | {
      readonly do: 'clean'
      readonly policy: ToolPolicy
      readonly profiles: Readonly<Record<string, ToolPolicy>>
    }
  /** The wish of a person. */
  | { readonly do: 'clean'; readonly options: CleanOptions; readonly agent?: string }
  | { readonly do: 'repair'; readonly policy?: PolicyName; readonly agent?: string }
  | { readonly do: 'doctor'; readonly agent?: string }
  | { readonly do: 'undo'; readonly of: string; readonly agent?: string }

/** The work of a shard of files on one node. */
export interface FileWork {
  readonly do: 'clean' | 'repair' | 'doctor' | 'undo'
  readonly target: TransitionTarget
  readonly paths: readonly string[]
  /** Those of them that are still to be done: sessions that were in use. */
  readonly left?: readonly string[]
  readonly options?: CleanOptions
  readonly policy?: PolicyName
  /** The name in the journal under which the whole shard is taken back. */
  readonly undoes?: string
}

/** The work of a shard of a table in SQL: the sessions between two of them. */
export interface TableWork {
  readonly do: 'clean' | 'repair' | 'doctor' | 'undo'
  readonly table: string
  readonly from: string
  readonly to: string
  readonly left?: readonly string[]
  readonly options?: CleanOptions
  readonly policy?: PolicyName
  /** The run whose images are put back. */
  readonly undoes?: string
}

export type Work = FileWork | TableWork

/** The place of a shard. */
export interface ShardKey {
  readonly run: string
  readonly source: string
  readonly shard: number
}

/** The key of the job of a shard: it is there once, however often it is asked for. */
export function jobKeyOf({ run, source, shard }: ShardKey): string {
  return `${source}:${shard}:${run}`
}

/** The name in the journals of a machine under which the operations of a shard stand. */
export function journalRunOf(key: ShardKey): string {
  return createHash('sha256').update(jobKeyOf(key)).digest('hex').slice(0, 12)
}

/** Something told about one session of a shard. */
export interface ToldSession {
  readonly session: string
  readonly message: string
}

/** The outcome of the work on a shard, so far. */
export interface ShardOutcome {
  readonly changed: number
  readonly untouched: number
  /** Sessions that were in use: they are tried again. */
  readonly left: readonly string[]
  readonly failed: number
  readonly told: readonly ToldSession[]
}

/** So many sentences are kept of a shard. */
export const mostTold = 20
