import { sessionHolding } from '../../sessions/find/holding.ts'
import { quote, quoteFile } from '../program/program.ts'
import { pasted } from '../screen/wrap.ts'
import { contextOf } from '../sessions/context.ts'

/** The lines about the session that holds an id of an error; none if no session that was used lately does. */
export function holdingSession(ids: readonly string[], program: string): readonly string[] {
  const session = sessionHolding(contextOf({}), ids)
  if (session === undefined) return []
  const { store, target, health, verdict } = session
  const name = verdict === undefined ? quoteFile(target.path) : quote(verdict.id)
  return [
    `  The id is in the session ${verdict?.id ?? target.path} of ${store.title}:`,
    pasted('  see: ', `${program} show ${name}`),
    ...(health === 'broken' ? [pasted('  fix: ', `${program} repair ${name}`)] : []),
  ]
}
