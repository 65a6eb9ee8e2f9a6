import { modifiedAt } from '../sessions/find/context.ts'
import type { JudgedSession } from '../sessions/judge/judge.ts'
import type { SessionFinding } from '../stores/contract/coping.ts'

/** A session in a JSON answer. */
export interface SessionAnswer {
  readonly agent: string
  readonly profile?: string
  readonly path: string
  readonly id: string | null
  readonly health: JudgedSession['health']
  /** Null if this machine does not tell. */
  readonly live: boolean | null
  readonly writers?: readonly { readonly pid: number; readonly name: string }[]
  readonly api: string | null
  readonly title?: string
  readonly folder?: string
  readonly turns?: number
  readonly size: number
  readonly modified: string
  /** Why it is not to be written to. */
  readonly readOnly?: string
  readonly resume?: string
  /** Why it cannot be read. */
  readonly problem?: string
  readonly found: readonly SessionFinding[]
}

/** A session in a JSON answer; members without a value are left out. */
export function sessionAnswer(session: JudgedSession): SessionAnswer {
  const { store, profile, target, verdict, health, live, problem } = session
  const { id, api, found, title, folder, turns, readOnly, resume } = verdict ?? {}
  const all = {
    agent: store.name,
    profile,
    path: target.path,
    id: id ?? null,
    health,
    // Where this machine does not tell, nobody knows.
    live: live.state === 'unknown' ? null : live.state === 'live',
    writers: live.state === 'live' ? live.writers : undefined,
    api: api ?? null,
    title,
    folder,
    turns,
    size: target.stat.size,
    modified: new Date(modifiedAt(session)).toISOString(),
    readOnly,
    resume,
    problem: problem?.message,
    found: found ?? [],
  }
  return Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== undefined),
  ) as unknown as SessionAnswer
}
