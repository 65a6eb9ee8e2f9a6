import { sessionAnswer } from '../../answers/session.ts'
import { findAll, modifiedAt } from '../../sessions/find/context.ts'
import type { JudgedSession } from '../../sessions/judge/judge.ts'
import { judgeAll, totalsOf, type Watch } from '../../sessions/judge/judge-all.ts'
import { titleOf } from '../../sessions/judge/verdict.ts'
import { ageWords, sizeWords } from '../program/amounts.ts'
import { answerHead } from '../program/answer.ts'
import type { Invocation } from '../program/command.ts'
import { exits } from '../program/failure.ts'
import { cutText } from '../screen/cut-text.ts'
import { progressOf } from '../screen/progress.ts'
import { listed, type Style } from '../screen/style.ts'
import { fittedColumns } from '../screen/table.ts'
import { contextOf } from './context.ts'
import { nothingLines } from './no-agent-lines.ts'
import { namesOf, nearHome, type SessionNames } from './session-names.ts'

const most = 40

/** Lists sessions, newest first. */
export async function sessions(invocation: Invocation): Promise<number> {
  const { flags, words, out } = invocation
  const context = contextOf(flags)
  const { found, closed } = words.length === 0 ? findAll(context) : context.findIn(words)
  const [error] = closed
  if (error !== undefined && found.length === 0) throw error
  const { shown, more } = listed(found, most, flags.json ? { ...out.style, isWhole: true } : out.style)
  const watch: Watch = (total) => progressOf(invocation, 'looking at sessions', total)
  const judged = judgeAll(context, shown, watch)
  context.index.save()
  if (flags.json) {
    const answer = { sessions: judged.map(sessionAnswer), totals: totalsOf(judged) }
    out.json({ ...answerHead('sessions', { kind: 'sessions' }), ...answer })
    return exits.sound
  }
  const home = context.home.folder
  const names = namesOf(invocation, judged, { areElsewhere: false, areSome: true })
  const rows = judged.map((each) => rowOf(each, out.style, home, names))
  out.tell(fittedColumns(rows, out.style, { paths: [5], texts: [6] }), more)
  if (found.length === 0) out.tell(nothingLines(invocation, context))
  return exits.sound
}

const longestTitle = 40

function rowOf(session: JudgedSession, style: Style, home: string, names: SessionNames): readonly string[] {
  const { verdict, store, profile, target, health, live } = session
  const signs = { sound: style.good, broken: style.bad, unreadable: style.advice }
  return [
    signs[health],
    verdict === undefined ? '' : names.short(session),
    profile === undefined ? store.name : `${store.name}/${profile}`,
    live.state === 'live' ? 'live' : ageWords(Date.now() - modifiedAt(session)),
    sizeWords(target.stat.size),
    nearHome(verdict?.folder ?? target.path, home),
    cutText(titleOf(session) ?? '', longestTitle, style.cut),
  ]
}
