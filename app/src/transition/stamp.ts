import { createHash } from 'node:crypto'
import { type Disk, readNote, writeNote } from '../disk/index.ts'
import { nothingDenied, type ToolPolicy } from './policy.ts'

/** The last decision for the sessions of a target. */
export interface Decided {
  readonly policy: ToolPolicy
  /** Whether it denied every tool that was known. */
  readonly isAll: boolean
  /** The run of a cleaning that is not complete: it was interrupted, or waits for sessions that are in use. */
  readonly pending?: string
}

/** The decisions for all targets of one config, by the keys of the targets. */
type Decisions = Readonly<Record<string, Decided>>

/** A memory of decisions that outlives the process. */
export interface Stamp {
  read(): Decisions
  /** Keeps the decisions; a sentence says why they could not be kept. */
  write(decisions: Decisions): string | undefined
}

const version = 1

/** The stamp of a config, by its path, in the folder of Mortise. */
export function stampIn(disk: Disk, source: string): Stamp {
  const name = `transition-${createHash('sha256').update(source).digest('hex').slice(0, 16)}.json`
  return {
    read: () => {
      const note = readNote(disk, name)
      return note.ok && note.value !== undefined ? decisionsIn(note.value) : {}
    },
    write: (targets) => {
      const outcome = writeNote(disk, name, `${JSON.stringify({ version, source, targets }, null, 2)}\n`)
      return outcome.ok ? undefined : outcome.error.message
    },
  }
}

/** The decisions in a note; an unreadable note holds none, so that all is decided anew. */
function decisionsIn(text: string): Decisions {
  try {
    const { version: said, targets } = JSON.parse(text) as { version?: unknown; targets?: unknown }
    if (said !== version || !isObject(targets)) return {}
    return Object.fromEntries(Object.entries(targets).flatMap(([key, value]) => decidedIn(key, value)))
  } catch {
    return {}
  }
}

function decidedIn(key: string, value: unknown): [string, Decided][] {
  if (!isObject(value) || !isObject(value.policy)) return []
  const { isAll, pending, policy } = value
  const { deny, allow, history } = policy
  if (!isTexts(deny) || !Array.isArray(allow) || !allow.every(isTexts)) return []
  const mode = history === 'text' || history === 'keep-completed' ? history : nothingDenied.history
  const isRun = typeof pending === 'string' && /^[0-9a-z]{1,32}$/.test(pending)
  return [
    [key, { policy: { deny, allow, history: mode }, isAll: isAll === true, ...(isRun ? { pending } : {}) }],
  ]
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
