import { existsSync } from 'node:fs'
import { recogniseIn } from '../../sessions/find/recognise.ts'
import { sessionName } from '../../sessions/find/session-name.ts'
import { openSession } from '../../sessions/judge/open.ts'
import { isBroken, type SessionVerdict, turnsIn } from '../../sessions/judge/verdict.ts'
import { type CheckOptions, checkOpened, type OpenedSession, openRecords } from '../../stores/check/check.ts'
import type { Store } from '../../stores/contract/store.ts'
import { stores } from '../../stores/index.ts'
import { fixCommand } from '../documents/check.ts'
import { checkNames } from '../documents/choice.ts'
import { type Access, type InputSource, sourceOf } from '../input/source.ts'
import { answerHead } from '../program/answer.ts'
import type { Invocation } from '../program/command.ts'
import { exits } from '../program/failure.ts'
import { given } from '../program/given.ts'
import { must } from '../program/must.ts'
import { optionsOf } from '../program/options.ts'
import { findingLines } from '../screen/findings.ts'
import { count } from '../screen/printable.ts'
import { pasted } from '../screen/wrap.ts'
import { contextOf } from '../sessions/context.ts'
import { samePlace } from '../sessions/same-place.ts'
import { chooseSession } from '../sessions/session-choice.ts'

/** The faults of a session as some API sees them. */
interface Assessment extends Pick<SessionVerdict, 'api' | 'turns' | 'found'> {
  readonly store: Store
}

/** The API and the tail by which a session is judged, where they are not its own. */
type AssessOptions = Pick<CheckOptions, 'tail'> & { readonly api?: string }

/** Says what will be refused of a session as its agent sends it. */
export function checkSession(invocation: Invocation): number {
  const { flags, words } = invocation
  checkNames(flags)
  const [word = ''] = words
  const context = contextOf(flags)
  const session = chooseSession(invocation, context, word)
  if (session.verdict === undefined) throw session.problem
  const { judging } = optionsOf(flags)
  const { api, turns, found } = session.verdict
  const isOwn = judging.api === undefined && judging.tail === undefined
  const assessment: Assessment = isOwn
    ? { store: session.store, api, turns, found }
    : assess(must(openSession(context.disk, session)), judging)
  const path = existsSync(word) ? word : session.target.path
  const shown = session.store.tables === undefined ? path : sessionName(session)
  return tell(invocation, sourceOf([path], `${invocation.program} check`), assessment, shown)
}

/** The same of a session that comes over standard input; undefined if it is no session. */
export function checkPiped(invocation: Invocation, source: InputSource, access: Access): number | undefined {
  const { store } = recogniseIn(stores, access, '')
  if (store === undefined) return undefined
  const { flags } = invocation
  checkNames(flags)
  const opened = openRecords(store, source.name, access.whole())
  return tell(invocation, source, assess(opened, optionsOf(flags).judging))
}

function tell(
  invocation: Invocation,
  source: InputSource,
  assessment: Assessment,
  shown: string | undefined = source.path,
): number {
  const { flags, out, story } = invocation
  const { store, api, turns, found } = assessment
  story.tell(`session: of ${store.title}, judged as that agent sends it to ${api}`)
  const target = { kind: 'session', ...given({ path: source.path }), format: store.format.name, api }
  const sound = `${out.style.paint('green', out.style.good)} ${shown ?? source.name} is sound for ${api} (${count(turns, 'turn')})`
  if (flags.json) out.json({ ...answerHead('check', target), found })
  else
    out.tell(
      findingLines(found, out.style),
      isBroken(assessment) ? fixLines(invocation, { ...source, path: shown }) : sound,
    )
  return isBroken(assessment) ? exits.faults : exits.sound
}

/** Only a file can be mended: standard input lies nowhere. */
function fixLines(invocation: Invocation, source: InputSource): readonly string[] {
  const { flags } = invocation
  if (source.path === undefined) return []
  return [pasted('  fix: ', `${fixCommand(invocation, source, flags.api, [])}${samePlace(flags)}`)]
}

/** The faults of an opened session, perhaps for another API or another end than its own. */
function assess(opened: OpenedSession, options: AssessOptions): Assessment {
  const { store, session, found } = checkOpened(opened, options)
  return { store, api: options.api ?? session.api, turns: turnsIn(session), found }
}
