import { resolve } from 'node:path'
import { type Act, type DiskOutcome, readLog } from '../../disk/index.ts'
import { chooseSession, type NotChosen } from '../find/choose.ts'
import { findAll, type SessionContext } from '../find/context.ts'
import { pick } from '../find/pick.ts'

/** A whole run, or the newest one; or one operation, by its id or its file. */
type OperationChoice =
  | { readonly run: string | undefined }
  | { readonly id: string }
  | { readonly path: string }

/** The operations that a word names, or the reason why it names no session. */
export type ChosenOperation =
  | { readonly is: 'chosen'; readonly which: OperationChoice }
  | { readonly is: 'not-chosen'; readonly why: NotChosen }

/** Chooses by a word: an operation, a run, a file of the log, or a session; without a word, the newest run. */
export function chooseOperation(
  context: SessionContext,
  act: Act,
  word: string | undefined,
): DiskOutcome<ChosenOperation> {
  if (word === undefined) return chosen({ run: undefined })
  if (act === 'restore') return chosen({ id: word })
  const log = readLog(context.disk)
  if (!log.ok) return log
  const { operations } = log.value
  if (operations.some(({ op }) => op.startsWith(word))) return chosen({ id: word })
  if (operations.some(({ run }) => run?.startsWith(word))) return chosen({ run: word })
  const file = operations.find(({ path }) => path === resolve(word))
  if (file !== undefined) return chosen({ path: file.path })
  // A session may be called like an operation: one that is there goes before an operation that is not.
  const isSession = pick(findAll(context).found, context.judge, word).length > 0
  if (/^[0-9a-f]{8}$/.test(word) && !isSession) return chosen({ id: word })
  const session = chooseSession(context, word)
  if (session.is === 'one') return chosen({ path: session.session.target.path })
  return { ok: true, value: { is: 'not-chosen', why: session } }
}

function chosen(which: OperationChoice): DiskOutcome<ChosenOperation> {
  return { ok: true, value: { is: 'chosen', which } }
}
