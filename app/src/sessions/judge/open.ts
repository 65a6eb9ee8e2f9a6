import {
  type Disk,
  DiskError,
  type DiskOutcome,
  type Machine,
  outcomeOf,
  readTarget,
  valueIn,
} from '../../disk/index.ts'
import { type OpenedSession, openRecords } from '../../stores/check/check.ts'
import type { Store } from '../../stores/contract/store.ts'
import { engineLimit } from '../../text/engine-limit.ts'
import type { Found } from '../find/find.ts'

/** A session that may have been read in full already: then it is not read again. */
export interface MaybeOpened extends Found {
  readonly opened?: OpenedSession
}

/** Reads a session in full, unless that was done when it was chosen. */
export function openSession(disk: Disk, { store, target, opened }: MaybeOpened): DiskOutcome<OpenedSession> {
  if (opened !== undefined) return { ok: true, value: opened }
  const { path } = target
  return outcomeOf({ verb: 'read', path, exit: 4 }, () => {
    const { bytes } = valueIn(readTarget(withTables(disk, store), target))
    return withinLimits(path, () => openRecords(store, path, bytes))
  })
}

/** Runs something on a whole session; a session beyond the limits of Node is an expected failure of this session alone. */
export function withinLimits<Value>(path: string, run: () => Value): Value {
  try {
    return run()
  } catch (thrown) {
    const limit = engineLimit(thrown)
    if (limit === undefined) throw thrown
    throw new DiskError('too-large', limit, 4, { path, cause: thrown })
  }
}

/** The disk with the tables of a store, if its sessions are rows of a database. */
export function withTables<Own extends Machine>(disk: Own, { tables }: Store): Own {
  return tables === undefined || disk.tables?.includes(tables) ? disk : { ...disk, tables: [tables] }
}
