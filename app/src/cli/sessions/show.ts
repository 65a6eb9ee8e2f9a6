import { type Finding, type Part, readTranscript, type Turn } from '@mortise/core'
import { type DiskOutcome, readTarget } from '../../disk/index.ts'
import type { JudgedSession } from '../../sessions/judge/judge.ts'
import { checkRecords } from '../../stores/check/check.ts'
import { placeName } from '../../stores/check/findings.ts'
import type { Entry, Lane, Store } from '../../stores/contract/store.ts'
import { headLine, remedyLines, writerWords } from '../mend/session-lines.ts'
import { answerHead } from '../program/answer.ts'
import type { Invocation } from '../program/command.ts'
import { CommandError, exits } from '../program/failure.ts'
import { must } from '../program/must.ts'
import { cutText } from '../screen/cut-text.ts'
import { findingLines, isRefused } from '../screen/findings.ts'
import type { Look } from '../screen/look.ts'
import { count } from '../screen/printable.ts'
import { shortener } from '../screen/short-ids.ts'
import { partWords } from '../screen/turn-lines.ts'
import { paragraph } from '../screen/wrap.ts'
import { contextOf } from './context.ts'
import { samePlace } from './same-place.ts'
import { sessionAnswer } from './session-answer.ts'
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
  const patient = chooseSession(invocation, context, word)
  context.index.save()
  if (patient.problem !== undefined) throw patient.problem
  const story = must(storyOf(patient, () => readTarget(context.disk, patient.target)))
  if (flags.json) {
    const head = answerHead('show', { kind: 'session', path: patient.target.path })
    const conversations = story.map(({ lane, turns }) => ({ name: lane.name, turns }))
    out.json({ ...head, ...sessionAnswer(patient), conversations })
  } else {
    const home = context.home.folder
    const names = namesOf(invocation, [patient], { areElsewhere: false, areSome: true })
    const setting = { look: out.look, names, home }
    const { verdict, live, target } = patient
    const lines = [
      headLine(patient, setting),
      `  file: ${nearHome(patient.store.tables === undefined ? target.path : target.folder, home)}`,
      `  api:  ${verdict?.api}`,
      ...(live.state === 'live' ? [`  live: ${writerWords(live)}`] : []),
      ...story.flatMap((each) => ['', ...laneLines(each, patient.store, out.look)]),
      '',
      ...(verdict === undefined || verdict.found.length === 0
        ? [`${out.look.paint('green', out.look.good)} nothing will be refused`]
        : findingLines(verdict.found, out.look)),
      ...remedyLines(patient, setting).map((line) => `  ${line}`),
    ]
    out.tell(lines)
  }
  return patient.verdict?.found.some(isRefused) ? exits.faults : exits.sound
}

/** A turn as it is told: where it stands, who speaks, what is said, and whether its calls have results. */
interface Told {
  readonly line: number
  readonly speaker: string
  readonly says: readonly string[]
  readonly joints: readonly { readonly call: string; readonly result: number | null }[]
  readonly isFaulty: boolean
}

interface Conversation {
  readonly lane: Lane
  readonly turns: readonly Told[]
}

function storyOf(
  { store, target, verdict }: JudgedSession,
  read: () => DiskOutcome<{ readonly bytes: Uint8Array }>,
): DiskOutcome<readonly Conversation[]> {
  const outcome = read()
  if (!outcome.ok) return outcome
  const { session, entries } = checkRecords(store, target.path, outcome.value.bytes)
  const faulty = new Set((verdict?.found ?? []).filter(isRefused).map(({ at: [index] }: Finding) => index))
  const value = session.lanes.map((lane) => ({ lane, turns: toldOf(store, lane, entries, faulty) }))
  return { ok: true, value }
}

function toldOf(
  store: Store,
  { turns }: Lane,
  entries: readonly Entry[],
  faulty: ReadonlySet<unknown>,
): readonly Told[] {
  const own = turns.map((index) => entries[index] as Entry)
  const messages = own.map(({ value }) => store.messageIn(value)?.message)
  const read = readTranscript(messages, store.format).turns
  const results = new Map<string, number>()
  read.forEach(({ parts }, position) => {
    for (const part of parts)
      if (part.kind === 'result' && part.id) results.set(part.id, own[position]?.line ?? 0)
  })
  return read.map((turn: Turn, position) => ({
    line: own[position]?.line ?? 0,
    speaker: turn.speaker,
    says: turn.parts.map((part) => partWords(part, store.format).replace(/\s+/g, ' ')),
    joints: turn.parts.flatMap((part: Part) =>
      part.kind === 'call' ? [{ call: part.id ?? '', result: results.get(part.id ?? '') ?? null }] : [],
    ),
    isFaulty: faulty.has(own[position]?.index),
  }))
}

const around = 2
const last = 12
const few = 40
const longest = 100
// Ids are made shorter before a line is cut; of a text of megabytes nobody needs to look at more.
const enough = 1000

function laneLines({ lane, turns }: Conversation, store: Store, look: Look): readonly string[] {
  const isNear = (position: number): boolean =>
    look.isWhole ||
    turns.length <= few ||
    position >= turns.length - last ||
    turns.slice(Math.max(0, position - around), position + around + 1).some(({ isFaulty }) => isFaulty)
  const shorten = shortener(
    turns.flatMap(({ joints }) => joints.map(({ call }) => call)),
    look.cut,
  )
  const lines: string[] = []
  let passed = 0
  turns.forEach((turn, position) => {
    if (!isNear(position)) passed++
    else {
      if (passed > 0) lines.push(`  ${look.cut} ${count(passed, 'turn')}: add --all to see them`)
      passed = 0
      for (const line of turnLinesOf(turn, store, look, shorten)) lines.push(line)
    }
  })
  const idle = lane.isDormant === true ? ', not sent again' : ''
  return [`${lane.name}: ${count(turns.length, 'turn')}${idle}`, ...lines]
}

function turnLinesOf(
  turn: Told,
  store: Store,
  look: Look,
  shorten: (text: string) => string,
): readonly string[] {
  const { line, speaker, says, joints, isFaulty } = turn
  const mark = isFaulty ? look.paint('red', look.bad) : ' '
  const place = placeName(line, store)
  const room = placeName(0, store).length - 1
  const head = `${mark} ${place.padEnd(room + 5)} ${speaker.padEnd(6)} `
  const indent = ' '.repeat(2 + room + 5 + 1 + 6 + 1)
  const words = says.map((text) => {
    return cutText(shorten(text.slice(0, enough)), longest, look.cut)
  })
  const joined = joints.map(({ call, result }) =>
    result === null
      ? look.paint('red', `${look.bad} \`${shorten(call)}\` has no result`)
      : `${look.good} \`${shorten(call)}\` is answered ${answeredAt(result, store)}`,
  )
  const [first = '', ...rest] = [...words, ...joined]
  return [paragraph(head, first), ...rest.map((text) => paragraph(indent, text))]
}

function answeredAt(line: number, store: Store): string {
  return `${store.arrayFile === undefined ? 'on' : 'in'} ${placeName(line, store)}`
}
