import { answerHead } from './answer.ts'
import { fixCommand } from './check.ts'
import type { Invocation } from './command.ts'
import { exits } from './failure.ts'
import { findingLines, isRefused } from './findings.ts'
import { count, printable } from './printable.ts'
import { chooseSession } from './session-choice.ts'
import type { Source } from './source.ts'
import { ownerOf, wardOf } from './ward.ts'

/**
 * Says what will be refused of a session as its agent sends it; undefined where a file holds none.
 *
 * Some agents keep messages in words of their own, which no API knows.
 */
export function checkSession(invocation: Invocation, source: Source): number | undefined {
  const { flags, out, story } = invocation
  const { path } = source
  if (path === undefined || ownerOf(path) === undefined) return undefined
  const { judged, problem, store } = chooseSession(invocation, wardOf(flags), path)
  if (judged === undefined) throw problem
  const { found, api, turns } = judged
  story.tell(`session: of ${store.title}, judged as that agent sends it to ${api}`)
  const name = printable(path)
  const target = { kind: 'session', path, format: store.format.name, api }
  const sound = `${out.look.paint('green', out.look.good)} ${name} is sound for ${api} (${count(turns, 'turn')})`
  const isBroken = found.some(isRefused)
  const end = isBroken ? `  fix: ${fixCommand(invocation, source, undefined, [])}` : sound
  if (flags.json) out.json({ ...answerHead('check', target), found })
  else out.tell(findingLines(found, out.look), end)
  return isBroken ? exits.faults : exits.sound
}
