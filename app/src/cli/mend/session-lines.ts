import { type Finding, printPlace } from '@mortise/core'
import { copingWords, writerWords } from '../../answers/words.ts'
import { isRefused } from '../../documents/made.ts'
import { modifiedAt } from '../../sessions/find/context.ts'
import type { JudgedSession } from '../../sessions/judge/judge.ts'
import type { Totals } from '../../sessions/judge/judge-all.ts'
import { shownFaults } from '../../sessions/judge/shown-words.ts'
import { isBroken, isCut, isHealed, titleOf } from '../../sessions/judge/verdict.ts'
import { historyCut } from '../../stores/check/rules.ts'
import { ageWords } from '../program/amounts.ts'
import { cutPath, cutText } from '../screen/cut-text.ts'
import { shortener } from '../screen/short-ids.ts'
import { shortWords } from '../screen/short-words.ts'
import type { Style } from '../screen/style.ts'
import { pasted } from '../screen/wrap.ts'
import { nearHome, type SessionNames } from '../sessions/session-names.ts'

/** The style of the screen, the names of sessions on it, and the user's own folder. */
export interface SessionScreen {
  readonly style: Style
  readonly names: SessionNames
  readonly home: string
}

const longestTitle = 48

/** A session in one line: its id, agent, title, folder and age. */
export function headLine(session: JudgedSession, { style, names, home }: SessionScreen): string {
  const { verdict, store, profile } = session
  const agent = profile === undefined ? store.name : `${store.name}/${profile}`
  const title = titleOf(session)
  const words = [
    agent,
    ...(title === undefined ? [] : [`"${cutText(title, longestTitle, style.cut)}"`]),
    ...(verdict?.folder === undefined ? [] : [pathWords(nearHome(verdict.folder, home), style)]),
    ageWords(Date.now() - modifiedAt(session)),
  ]
  return [style.paint('bold', names.short(session)), ...words].join('  ')
}

/** The faults of a session, in a few lines; `wordsOf` tells the call with an id. */
export function findingLinesOf(
  session: JudgedSession,
  { style, names }: SessionScreen,
  found: readonly Finding[] = session.verdict?.found ?? [],
  api: string | undefined = session.verdict?.api,
  wordsOf: (id: string, finding: Finding) => string | undefined = (id) => session.verdict?.lost?.[id],
): readonly string[] {
  const { shown, more } = shownFaults(found)
  const say = shortener(
    shown.flatMap(({ calls }) => calls),
    style.cut,
  )
  const lines = shown.flatMap((finding, index) => {
    const words = `${recordOf(finding)}  ${style.paint('cyan', finding.rule)}  ${say(finding.message.replace(/\.$/, ''))}`
    const [id] = finding.calls
    const lost = id === undefined ? undefined : wordsOf(id, finding)
    const call = lost === undefined ? [] : [`  ${shortWords(lost, style)}`]
    const isSaid =
      isRefused(finding) &&
      finding.says !== undefined &&
      shown.findIndex(({ says }) => says === finding.says) === index
    return isSaid
      ? [words, ...call, `  ${style.paint('dim', `${api} says: ${say(finding.says ?? '')}`)}`]
      : [words, ...call]
  })
  return more === 0 ? lines : [...lines, pasted(`and ${more} more: `, names.command('show', session))]
}

/** Where a fault is, as people count. */
function recordOf({ record, at }: Finding): string {
  return record === undefined ? printPlace(at) : record.replace(/,.*/, '')
}

/** How the agent of a session copes with its faults, and from which version on; and the place where its history is cut. */
export function copingLines({ verdict, store }: JudgedSession): readonly string[] {
  const lines = (verdict?.found ?? []).flatMap((finding) => {
    const { rule, copes } = finding
    if (rule === historyCut.name)
      return [`${rule}: ${store.title} sends nothing from before ${recordOf(finding)}`]
    return copes === undefined ? [] : [`${rule}: ${store.title} ${copingWords(copes)}`]
  })
  return [...new Set(lines)]
}

/** The commands that mend a broken session, or one that its agent heals. */
export function remedyLines(session: JudgedSession, { names }: SessionScreen): readonly string[] {
  const { verdict, live } = session
  if (verdict === undefined) return []
  if (!isBroken(verdict)) {
    if (verdict.readOnly !== undefined || !(isCut(verdict) || isHealed(verdict))) return []
    const when = isCut(verdict) ? 'to send it again: ' : 'if its API answers 400 all the same: '
    return [pasted(when, names.command('repair', session))]
  }
  if (verdict.readOnly !== undefined) return [`not to be mended here: ${verdict.readOnly}`]
  const fate = fateLines(verdict.found)
  if (live.state !== 'live') return [...fate, pasted('fix: ', names.command('repair', session))]
  const who = writerWords(live)
  if (session.store.naming === undefined)
    return [...fate, `live: ${who}; close it first, then:`, pasted('fix: ', names.command('repair', session))]
  return [
    ...fate,
    `live: ${who}; close it first, or mend a copy:`,
    pasted('fix: ', names.command('repair', session, '--fork')),
  ]
}

/** The results that a repair gives to calls without one. */
function fateLines(found: readonly Finding[]): readonly string[] {
  const lost = found.filter((finding) => isRefused(finding) && finding.rule === 'call-without-result')
  if (lost.length === 0) return []
  const calls = lost.length === 1 ? 'the call' : 'each such call'
  return [`a repair gives ${calls} an error result that says none was recorded`]
}

/** How many sessions there are of each kind. */
export function healthWords({ sessions, sound, broken, losing, unreadable, live }: Totals): string {
  const refused = broken - losing
  const words = [
    ...(refused > 0 ? [`${refused} will be refused`] : []),
    ...(losing > 0 ? [`${losing} ${losing === 1 ? 'loses' : 'lose'} history`] : []),
    ...(unreadable > 0 ? [`${unreadable} cannot be read`] : []),
    ...(sound === sessions ? [sessions === 1 ? 'sound' : 'all sound'] : []),
    ...(live > 0 ? [live === 1 ? 'one is live' : `${live} are live`] : []),
  ]
  return words.join(', ')
}

/** A path in no more than half of a terminal's width. */
function pathWords(path: string, style: Style): string {
  return cutPath(path, Math.floor(style.width / 2), style.cut)
}
