import { resolve } from 'node:path'
import { type Act, type Reversal, readLog } from '../../disk/index.ts'
import { findAll, type SessionContext } from '../../sessions/find/context.ts'
import { pick } from '../../sessions/find/pick.ts'
import { writersOf } from '../../sessions/judge/judge.ts'
import { canStandBehind } from '../../stores/records/standing.ts'
import type { Invocation } from '../program/command.ts'
import { must } from '../program/must.ts'
import { chooseSession } from '../sessions/session-choice.ts'

/** The facts about the files that get their earlier bytes back. */
export function reversalOf({ flags }: Invocation, context: SessionContext, act: Act): Reversal {
  return {
    command: act,
    allow: flags.force ? ['other-owner', 'hard-linked', 'changed'] : [],
    writersOf: (path) => {
      const [found] = context.findIn([path]).found
      // A document has no agent: one that was saved a moment ago is at rest.
      return found === undefined ? { recentMs: 0 } : writersOf(found, context.judge.look(found).verdict)
    },
    canStand: (path, { earlier, current, appended }) => {
      const [found] = context.findIn([path]).found
      return found === undefined || canStandBehind(found.store, earlier, current, appended)
    },
  }
}

/** A whole run, or the newest one; or one operation, by its id or its file. */
export type Which = { readonly run: string | undefined } | { readonly id: string } | { readonly path: string }

/** The target that a word names: an operation, a run, a file of the log, or a session; without a word, the newest run. */
export function whichOf(invocation: Invocation, context: SessionContext, act: Act): Which {
  const [word] = invocation.words
  if (word === undefined) return { run: undefined }
  if (act === 'restore') return { id: word }
  const { operations } = must(readLog(context.disk))
  if (operations.some(({ op }) => op.startsWith(word))) return { id: word }
  if (operations.some(({ run }) => run?.startsWith(word))) return { run: word }
  const file = operations.find(({ path }) => path === resolve(word))
  if (file !== undefined) return { path: file.path }
  // Sessions may be called like operations: those that there are go before operations that there are not.
  const isSession = pick(findAll(context).found, context.judge, word).length > 0
  if (/^[0-9a-f]{8}$/.test(word) && !isSession) return { id: word }
  return { path: chooseSession(invocation, context, word).target.path }
}
