import type { Machine } from './around.ts'

/** The holder of a lock, as far as the lock tells. */
export interface Holder {
  readonly pid: number | undefined
  readonly name: string | undefined
}

/** A lock that is ours. */
export interface Held {
  readonly isHeld: true
  /** Whether nobody took it from us meanwhile. */
  isStillOurs(): boolean
  release(): void
}

/** Either the lock, or who has it. */
export type Acquired = Held | { readonly isHeld: false; readonly by: Holder }

/** How the writers of a file keep out of each other's way. A store says which one its agent follows. */
export interface LockProtocol {
  /** The lock that stands beside a file and names its holder, if there is one: what a crash may leave behind. */
  fileOf(path: string): string | undefined
  /** Reads the holder of the lock, and takes nothing. */
  holder(path: string, around: Machine): Holder | undefined
  acquire(path: string, around: Machine): Promise<Acquired>
}

/** For agents that lock nothing. */
export const noLock: LockProtocol = {
  fileOf: () => undefined,
  holder: () => undefined,
  acquire: async () => ({ isHeld: true, isStillOurs: () => true, release: () => {} }),
}

/** Tries until it succeeds or the time is up; waits a little longer each time. */
export async function tryUntil(around: Machine, waitMs: number, attempt: () => Acquired): Promise<Acquired> {
  const end = around.now() + waitMs
  for (let wait = 10; ; wait = Math.min(wait * 2, 200)) {
    const acquired = attempt()
    if (acquired.isHeld || around.now() >= end) return acquired
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
}
