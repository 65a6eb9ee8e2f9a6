import type { SessionContext } from '../find/context.ts'
import type { Found } from '../find/find.ts'
import type { JudgedSession } from './judge.ts'
import { onlyLoses } from './verdict.ts'

/** Starts to watch work on a number of sessions; `step` is called for each one, `end` at the end. */
export type Watch = (total: number) => { step(): void; end(): void }

/** Judges sessions, one after the other. */
export function judgeAll(
  { judge }: Pick<SessionContext, 'judge'>,
  found: readonly Found[],
  watch: Watch = () => ({ step: () => {}, end: () => {} }),
): readonly JudgedSession[] {
  const progress = watch(found.length)
  const sessions = found.map((each) => {
    const session = judge(each)
    progress.step()
    return session
  })
  progress.end()
  return sessions
}

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
