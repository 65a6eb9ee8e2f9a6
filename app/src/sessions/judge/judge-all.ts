import type { SessionContext } from '../find/context.ts'
import type { Found } from '../find/find.ts'
import type { JudgedSession } from './judge.ts'

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
