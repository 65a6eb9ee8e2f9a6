import { sessionAnswer } from '../../answers/session.ts'
import { writerWords } from '../../answers/words.ts'
import type { JudgedSession } from '../../sessions/judge/judge.ts'
import { type Conversation, conversationsOf, type ShownTurn } from '../../sessions/view/conversations.ts'
import { partWords } from '../../sessions/view/turn-lines.ts'
import { placeName } from '../../stores/check/findings.ts'
import type { Store } from '../../stores/contract/store.ts'
import { headLine, remedyLines } from '../mend/session-lines.ts'
import { answerHead } from '../program/answer.ts'
import type { Invocation } from '../program/command.ts'
import { CommandError, exits } from '../program/failure.ts'
import { must } from '../program/must.ts'
import { cutText } from '../screen/cut-text.ts'
import { findingLines } from '../screen/findings.ts'
import { count } from '../screen/printable.ts'
import { shortener } from '../screen/short-ids.ts'
import type { Style } from '../screen/style.ts'
import { paragraph } from '../screen/wrap.ts'
import { contextOf } from './context.ts'
import { samePlace } from './same-place.ts'
import { chooseSession } from './session-choice.ts'
import { namesOf, nearHome } from './session-names.ts'

/** Shows one session: its turns, which calls have their results, and what is wrong. */
export async function show(invocation: Invocation): Promise<number> {
  const { flags, words, out } = invocation
  const [word, ...others] = words
  if (word === undefined || others.length > 0) {
    throw new CommandError('usage', 'Name one session.', `mortise sessions${samePlace(flags)}`)
  }
  const context = contextOf(flags)
  const session = chooseSession(invocation, context, word, context.open)
  context.index.save()
  if (session.problem !== undefined) throw session.problem
  const conversations = must(conversationsOf(context, session))
  if (flags.json) out.json(answerOf(session, conversations))
  else out.tell(screenOf(invocation, session, conversations, context.home.folder))
  return session.health === 'broken' ? exits.faults : exits.sound
}

function answerOf(session: JudgedSession, conversations: readonly Conversation[]): object {
  return {
    ...answerHead('show', { kind: 'session', path: session.target.path }),
    ...sessionAnswer(session),
    conversations: conversations.map(({ lane, turns }) => ({
      name: lane.name,
      turns: turns.map((turn) => turnAnswer(turn, session.store)),
    })),
  }
}

function screenOf(
  invocation: Invocation,
  session: JudgedSession,
  conversations: readonly Conversation[],
  home: string,
): readonly string[] {
  const { style } = invocation.out
  const names = namesOf(invocation, [session], { areElsewhere: false, areSome: true })
  const screen = { style, names, home }
  const { verdict, live, target, store } = session
  return [
    headLine(session, screen),
    `  file: ${nearHome(store.tables === undefined ? target.path : target.folder, home)}`,
    `  api:  ${verdict?.api}`,
    ...(live.state === 'live' ? [`  live: ${writerWords(live)}`] : []),
    ...conversations.flatMap((each) => ['', ...laneLines(each, store, style)]),
    '',
    ...(verdict === undefined || verdict.found.length === 0
      ? [`${style.paint('green', style.good)} nothing will be refused`]
      : findingLines(verdict.found, style)),
    ...remedyLines(session, screen).map((line) => `  ${line}`),
  ]
}

/** The words of each part of a turn. */
function saysOf({ parts }: ShownTurn, { format }: Store): readonly string[] {
  return parts.map((part) => partWords(part, format).replace(/\s+/g, ' '))
}

function turnAnswer(turn: ShownTurn, store: Store): object {
  const { line, speaker, joints, isFaulty } = turn
  return { line, speaker, says: saysOf(turn, store), joints, isFaulty }
}

const around = 2
const last = 12
const few = 40
const longest = 100
// Ids are made shorter before a line is cut; of a text of megabytes nobody needs to look at more.
const enough = 1000

function laneLines({ lane, turns }: Conversation, store: Store, style: Style): readonly string[] {
  const isNear = (position: number): boolean =>
    style.isWhole ||
    turns.length <= few ||
    position >= turns.length - last ||
    turns.slice(Math.max(0, position - around), position + around + 1).some(({ isFaulty }) => isFaulty)
  const shorten = shortener(
    turns.flatMap(({ joints }) => joints.map(({ call }) => call)),
    style.cut,
  )
  const lines: string[] = []
  let passed = 0
  turns.forEach((turn, position) => {
    if (!isNear(position)) passed++
    else {
      if (passed > 0) lines.push(`  ${style.cut} ${count(passed, 'turn')}: add --all to see them`)
      passed = 0
      for (const line of turnLinesOf(turn, store, style, shorten)) lines.push(line)
    }
  })
  const idle = lane.isDormant === true ? ', not sent again' : ''
  return [`${lane.name}: ${count(turns.length, 'turn')}${idle}`, ...lines]
}

function turnLinesOf(
  turn: ShownTurn,
  store: Store,
  style: Style,
  shorten: (text: string) => string,
): readonly string[] {
  const { line, speaker, joints, isFaulty } = turn
  const sign = isFaulty ? style.paint('red', style.bad) : ' '
  const place = placeName(line, store)
  const room = placeName(0, store).length - 1
  const head = `${sign} ${place.padEnd(room + 5)} ${speaker.padEnd(6)} `
  const indent = ' '.repeat(2 + room + 5 + 1 + 6 + 1)
  const words = saysOf(turn, store).map((text) => cutText(shorten(text.slice(0, enough)), longest, style.cut))
  const joined = joints.map(({ call, result }) =>
    result === null
      ? style.paint(
          isFaulty ? 'red' : 'yellow',
          `${isFaulty ? style.bad : style.advice} \`${shorten(call)}\` has no result`,
        )
      : `${style.good} \`${shorten(call)}\` is answered ${answeredAt(result, store)}`,
  )
  const [first = '', ...rest] = [...words, ...joined]
  return [paragraph(head, first), ...rest.map((text) => paragraph(indent, text))]
}

function answeredAt(line: number, store: Store): string {
  return `${store.arrayFile === undefined ? 'on' : 'in'} ${placeName(line, store)}`
}
