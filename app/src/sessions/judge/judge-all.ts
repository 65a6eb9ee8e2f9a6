import type { SessionContext } from '../find/context.ts'
import type { Found } from '../find/find.ts'
import type { JudgedSession } from './judge.ts'

/** Watches work on so many sessions: told of each one, and of the end. */
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
