import type { Finding } from '@mortise/core'
import type { DiskOutcome } from '../../disk/index.ts'
import { type CheckOptions, checkOpened, type OpenedSession, openRecords } from '../../stores/check/check.ts'
import type { Store } from '../../stores/contract/store.ts'
import type { SessionContext } from '../find/context.ts'
import type { JudgedSession } from './judge.ts'
import { openSession } from './open.ts'
import { type SessionVerdict, turnsIn } from './verdict.ts'

/** The faults of a session as some API sees them. */
export interface Assessment {
  readonly store: Store
  readonly api: string
  readonly turns: number
  readonly found: readonly Finding[]
}

/** The API and the tail by which a session is judged, where they are not its own. */
export type AssessOptions = Pick<CheckOptions, 'tail'> & { readonly api?: string }

/** The faults of a session: those of its verdict, or for another API or tail those of its bytes. */
export function assess(
  { disk }: SessionContext,
  session: JudgedSession,
  verdict: SessionVerdict,
  options: AssessOptions,
): DiskOutcome<Assessment> {
  if (options.api === undefined && options.tail === undefined) {
    const { api, turns, found } = verdict
    return { ok: true, value: { store: session.store, api, turns, found } }
  }
  const opened = openSession(disk, session)
  return opened.ok ? { ok: true, value: assessOpened(opened.value, options) } : opened
}

/** The faults of a session whose bytes are at hand. */
export function assessBytes(
  store: Store,
  path: string,
  bytes: Uint8Array,
  options: AssessOptions,
): Assessment {
  return assessOpened(openRecords(store, path, bytes), options)
}

function assessOpened(opened: OpenedSession, options: AssessOptions): Assessment {
  const { store, session, found } = checkOpened(opened, options)
  return { store, api: options.api ?? session.api, turns: turnsIn(session), found }
}
