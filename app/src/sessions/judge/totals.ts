import type { JudgedSession } from './judge.ts'

/** The number of sessions of each kind, and of their bytes. */
export type Totals = Readonly<Record<JudgedSession['health'] | 'sessions' | 'live' | 'bytes', number>>

/** Counts sessions by their health. */
export function totalsOf(all: readonly JudgedSession[]): Totals {
  let [broken, unreadable, alive, bytes] = [0, 0, 0, 0]
  for (const { health, live, target } of all) {
    if (health === 'broken') broken++
    else if (health === 'unreadable') unreadable++
    if (live.state === 'live') alive++
    bytes += target.stat.size
  }
  const sessions = all.length
  return { sessions, sound: sessions - broken - unreadable, broken, unreadable, live: alive, bytes }
}
