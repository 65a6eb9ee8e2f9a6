import { existsSync } from 'node:fs'
import type { Finding } from '@mortise/core'
import { readTarget } from '../../disk/index.ts'
import type { SessionContext } from '../../sessions/find/context.ts'
import { recogniseIn } from '../../sessions/find/recognise.ts'
import type { JudgedSession } from '../../sessions/judge/judge.ts'
import { type Checked, checkRecords } from '../../stores/check/check.ts'
import type { Store } from '../../stores/contract/store.ts'
import { stores } from '../../stores/index.ts'
import { fixCommand } from '../documents/check.ts'
import { checkNames } from '../documents/choice.ts'
import { type Access, type Source, sourceOf } from '../input/source.ts'
import { answerHead } from '../program/answer.ts'
import type { Invocation } from '../program/command.ts'
import { exits } from '../program/failure.ts'
import type { Flags } from '../program/flags.ts'
import { must } from '../program/must.ts'
import { findingLines, isRefused } from '../screen/findings.ts'
import { count } from '../screen/printable.ts'
import { pasted } from '../screen/wrap.ts'
import { contextOf } from '../sessions/context.ts'
import { samePlace } from '../sessions/same-place.ts'
import { chooseSession } from '../sessions/session-choice.ts'
import { sessionName } from '../sessions/session-names.ts'

/** Says what will be refused of a session as its agent sends it. */
export function checkSession(invocation: Invocation): number {
  const { flags, words } = invocation
  checkNames(flags)
  const [word = ''] = words
  const context = contextOf(flags)
  const patient = chooseSession(invocation, context, word)
  if (patient.verdict === undefined) throw patient.problem
  const verdict = isAsJudged(flags) ? verdictOf(patient, patient.verdict) : anew(context, patient, flags)
  const path = existsSync(word) ? word : patient.target.path
  const shown = patient.store.tables === undefined ? path : sessionName(patient)
  return tell(invocation, sourceOf([path], `${invocation.program} check`), verdict, shown)
}

/** The same of a session that comes over standard input; undefined where it is none. */
export function checkPiped(invocation: Invocation, source: Source, access: Access): number | undefined {
  const { store } = recogniseIn(stores, access, '')
  if (store === undefined) return undefined
  checkNames(invocation.flags)
  const checked = checkRecords(store, source.name, access.whole(), wishesOf(invocation.flags))
  return tell(invocation, source, verdictAnew(store, checked, invocation.flags))
}

/** The lines that describe one session. */
interface Verdict {
  readonly store: Store
  readonly api: string
  readonly turns: number
  readonly found: readonly Finding[]
}

function isAsJudged({ api, tail }: Flags): boolean {
  return api === undefined && tail === undefined
}

function wishesOf({ api, tail }: Flags): Pick<Flags, 'api' | 'tail'> {
  return { ...(api === undefined ? {} : { api }), ...(tail === undefined ? {} : { tail }) }
}

function verdictOf(
  { store }: JudgedSession,
  { api, turns, found }: JudgedSession['verdict'] & object,
): Verdict {
  return { store, api, turns, found }
}

/** A session that is to be judged otherwise than its agent would send it. */
function anew(context: SessionContext, { store, target }: JudgedSession, flags: Flags): Verdict {
  const { bytes } = must(readTarget(context.disk, target))
  return verdictAnew(store, checkRecords(store, target.path, bytes, wishesOf(flags)), flags)
}

function verdictAnew(store: Store, { session, found }: Checked, { api = session.api }: Flags): Verdict {
  const turns = session.lanes.reduce((sum, lane) => sum + (lane.isDormant ? 0 : lane.turns.length), 0)
  return { store, api, turns, found }
}

function tell(
  invocation: Invocation,
  source: Source,
  { store, api, turns, found }: Verdict,
  shown: string | undefined = source.path,
): number {
  const { flags, out, story } = invocation
  const { path, name } = source
  story.tell(`session: of ${store.title}, judged as that agent sends it to ${api}`)
  const target = { kind: 'session', ...(path === undefined ? {} : { path }), format: store.format.name, api }
  const isBroken = found.some(isRefused)
  const sound = `${out.look.paint('green', out.look.good)} ${shown ?? name} is sound for ${api} (${count(turns, 'turn')})`
  if (flags.json) out.json({ ...answerHead('check', target), found })
  else
    out.tell(
      findingLines(found, out.look),
      isBroken ? fixLines(invocation, { ...source, path: shown }) : sound,
    )
  return isBroken ? exits.faults : exits.sound
}

/** Only a file can be mended: what comes over standard input lies nowhere. */
function fixLines(invocation: Invocation, source: Source): readonly string[] {
  const { flags } = invocation
  if (source.path === undefined) return []
  return [pasted('  fix: ', `${fixCommand(invocation, source, flags.api, [])}${samePlace(flags)}`)]
}
