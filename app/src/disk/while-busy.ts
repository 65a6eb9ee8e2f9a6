import type { Machine } from './around.ts'
import type { DiskError, DiskOutcome } from './failure.ts'

/** How long a file that somebody writes to is waited for, and who is told that it is. */
export interface Patience {
  readonly waitMs: number
  /** Called once, before the first pause. */
  readonly onWait?: (busy: Pick<DiskError, 'message'> & { readonly code: string }) => void
}

const longestPauseMs = 500

/** Tries again while a file is live or locked, until the time is up; the last failure is given back. */
export async function whileBusy<Value>(
  { now }: Pick<Machine, 'now'>,
  { waitMs, onWait }: Patience,
  attempt: () => Promise<DiskOutcome<Value>>,
): Promise<DiskOutcome<Value>> {
  const end = now() + waitMs
  for (let pause = 50; ; pause = Math.min(pause * 2, longestPauseMs)) {
    const outcome = await attempt()
    if (outcome.ok || !isBusy(outcome.error) || now() >= end) return outcome
    if (pause === 50) onWait?.(outcome.error)
    await new Promise((resolve) => setTimeout(resolve, Math.min(pause, end - now())))
  }
}

/** Whether a failure may pass by itself: somebody writes to the file, or has locked it. */
export function isBusy({ code }: DiskError): boolean {
  return code === 'live' || code === 'locked'
}
