import type { JudgedSession } from './judge.ts'
import { onlyLoses } from './verdict.ts'

/** The number of sessions of each kind, and of their bytes; `losing` are the broken ones of which nothing is refused. */
export type Totals = Readonly<
  Record<JudgedSession['health'] | 'losing' | 'sessions' | 'live' | 'bytes', number>
>

/** Counts sessions by their health. */
export function totalsOf(all: readonly JudgedSession[]): Totals {
  let [broken, losing, unreadable, alive, bytes] = [0, 0, 0, 0, 0]
  for (const { health, live, target, verdict } of all) {
    if (health === 'broken') broken++
    else if (health === 'unreadable') unreadable++
    if (live.state === 'live') alive++
    if (health === 'broken' && verdict !== undefined && onlyLoses(verdict)) losing++
    bytes += target.stat.size
  }
  const sessions = all.length
  return { sessions, sound: sessions - broken - unreadable, broken, losing, unreadable, live: alive, bytes }
}
