import type { Act } from '../../disk/index.ts'
import type { SessionContext } from '../../sessions/find/context.ts'
import { inForce } from '../../sessions/history/in-force.ts'
import type { Invocation } from '../program/command.ts'
import { CommandError } from '../program/failure.ts'
import { must } from '../program/must.ts'
import { samePlace } from '../sessions/same-place.ts'
import { nearHome } from '../sessions/session-names.ts'

/** Says that there is nothing to undo or redo, and what there is instead. */
export function nothingLeft({ flags }: Invocation, context: SessionContext, act: Act): CommandError {
  const { isEmpty, newest } = must(inForce(context))
  const here = samePlace(flags)
  const told = (why: string, hint: string): CommandError =>
    new CommandError('no-operation', `There is nothing to ${act}: ${why}.`, `mortise ${hint}${here}`)
  if (isEmpty) return told('Mortise has changed no file yet', 'doctor')
  if (act === 'undo') return told('every change in the log was taken back', 'redo')
  if (newest === undefined) return told('no undo is the newest change of its file', 'log')
  const what = `${newest.command} of ${nearHome(newest.path, context.home.folder)}`
  return told(`the newest change is operation \`${newest.op}\`, ${what}`, `undo ${newest.op}`)
}
