import type { Moment } from './gateway-state.ts'

/** How an upstream did in the last minute: no attempt, all well, some failed, or no answer at all. */
export type Health = 'quiet' | 'well' | 'ill' | 'away'

/** Attempts at one upstream since the start of the gateway, by how they ended. */
export interface Attempts {
  readonly answered: number
  readonly failed: number
  readonly unreachable: number
}

const none: Attempts = { answered: 0, failed: 0, unreachable: 0 }
const span = 60

/** The health of an upstream by the counts of the last minute; with none in it, by all that is known. */
export function healthOf(moments: readonly Moment[], upstream: string): Health {
  const last = moments.at(-1)
  if (last === undefined) return 'quiet'
  const now = last.upstreams[upstream] ?? none
  const before = moments.find(({ time }) => time >= last.time - span)?.upstreams[upstream] ?? none
  const recent = {
    answered: now.answered - before.answered,
    failed: now.failed - before.failed,
    unreachable: now.unreachable - before.unreachable,
  }
  const { answered, failed, unreachable } = sum(recent) > 0 ? recent : now
  if (answered + failed + unreachable === 0) return 'quiet'
  if (answered + failed === 0) return 'away'
  return failed + unreachable > 0 ? 'ill' : 'well'
}

function sum({ answered, failed, unreachable }: Attempts): number {
  return answered + failed + unreachable
}
