import { type Act, type LoggedOperation, readLog } from '../../disk/index.ts'
import type { SessionContext } from '../../sessions/find/context.ts'
import type { Invocation } from '../program/command.ts'
import { CommandError } from '../program/failure.ts'
import { must } from '../program/must.ts'
import { samePlace } from '../sessions/same-place.ts'
import { nearHome } from '../sessions/session-names.ts'

/** Says that there is nothing to undo or redo, and what there is instead. */
export function nothingLeft({ flags }: Invocation, { disk, home }: SessionContext, act: Act): CommandError {
  const { operations } = must(readLog(disk))
  const here = samePlace(flags)
  const told = (why: string, hint: string): CommandError =>
    new CommandError('no-operation', `There is nothing to ${act}: ${why}.`, `mortise ${hint}${here}`)
  if (operations.length === 0) return told('Mortise has changed no file yet', 'doctor')
  if (act === 'undo') return told('every change in the log was taken back', 'redo')
  const newest = operations.find(isInForce)
  if (newest === undefined) return told('no undo is the newest change of its file', 'log')
  const what = `${newest.command} of ${nearHome(newest.path, home.folder)}`
  return told(`the newest change is operation \`${newest.op}\`, ${what}`, `undo ${newest.op}`)
}

function isInForce({ result, isTakenBack, kind }: LoggedOperation): boolean {
  return result === 'done' && !isTakenBack && kind !== 'undo' && kind !== 'redo'
}
