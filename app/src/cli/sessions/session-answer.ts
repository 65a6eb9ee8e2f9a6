import { modifiedAt } from '../../sessions/find/context.ts'
import type { JudgedSession } from '../../sessions/judge/judge.ts'

/** A session in a JSON answer. */
export function sessionAnswer(patient: JudgedSession): Readonly<Record<string, unknown>> {
  const { store, profile, target, verdict, health, live, problem } = patient
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
    modified: new Date(modifiedAt(patient)).toISOString(),
    readOnly,
    resume,
    problem: problem?.message,
    found: found ?? [],
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

/** How many sessions there are of each kind, and how large all of them are. */
export function totalsOf(patients: readonly JudgedSession[]): Totals {
  let [broken, unreadable, alive, bytes] = [0, 0, 0, 0]
  for (const { health, live, target } of patients) {
    if (health === 'broken') broken++
    else if (health === 'unreadable') unreadable++
    if (live.state === 'live') alive++
    bytes += target.stat.size
  }
  const sessions = patients.length
  return { sessions, sound: sessions - broken - unreadable, broken, unreadable, live: alive, bytes }
}

/** Numbers of sessions by what they are, and of their bytes. */
export type Totals = Readonly<Record<JudgedSession['health'] | 'sessions' | 'live' | 'bytes', number>>
