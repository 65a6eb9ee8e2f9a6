import { modifiedAt } from '../../sessions/find/context.ts'
import type { JudgedSession } from '../../sessions/judge/judge.ts'

/** A session in a JSON answer. */
export function sessionAnswer(session: JudgedSession): Readonly<Record<string, unknown>> {
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
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}
