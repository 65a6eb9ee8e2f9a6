import { resolve } from 'node:path'
import { MortiseError } from '@mortise/core'
import { type DiskOutcome, readTarget, resolveTarget, valueIn } from '../../disk/index.ts'
import { openRecords } from '../../stores/check/check.ts'
import type { Store } from '../../stores/contract/store.ts'
import { stores } from '../../stores/index.ts'
import type { MendOptions } from '../../stores/mend/mend.ts'
import { machine, ownHome, type SessionContext } from '../find/context.ts'
import { otherAgentSentence } from '../find/foreign.ts'
import { ownerByPlace, recognise } from '../find/recognise.ts'
import type { JudgedSession } from '../judge/judge.ts'
import { openSession } from '../judge/open.ts'
import { type SessionView, viewOf } from './view.ts'

/** Views a session that was found: mended, and with its last turn open if an agent is still writing it. */
export function viewSession({ disk }: SessionContext, session: JudgedSession): DiskOutcome<SessionView> {
  const opened = openSession(disk, session)
  const tail = session.live.state === 'live' ? 'open' : 'rest'
  return opened.ok ? { ok: true, value: viewOf(opened.value, { tail }) } : opened
}

/** Views the session at a path; throws a `DiskError` if it cannot be read, and a `MortiseError` if it is no session. */
export function viewFile(path: string, agent: Store | undefined, options: MendOptions): SessionView {
  const target = valueIn(resolveTarget(machine, path))
  const store = agent ?? ownerOfFile(resolve(path))
  const { bytes } = valueIn(readTarget(machine, target))
  return viewOf(openRecords(store, target.path, bytes), options)
}

/** The agent whose session a file is: its records tell; for an empty file, the place where it lies. */
function ownerOfFile(path: string): Store {
  const { store, foreign } = valueIn(recognise(machine, stores, path))
  if (foreign !== undefined)
    throw new MortiseError('not-a-session', otherAgentSentence(`\`${path}\``, foreign))
  const owner = store ?? ownerByPlace(stores, ownHome(), path)
  if (owner !== undefined) return owner
  throw new MortiseError('not-a-session', `\`${path}\` is no session of an agent that is known here.`)
}
