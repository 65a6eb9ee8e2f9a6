import { describeRule, type Format, type Part } from '@mortise/core'
import { sessionAnswer } from '../answers/session.ts'
import { copingWords, writerWords } from '../answers/words.ts'
import { valueIn } from '../disk/index.ts'
import type { SessionContext } from '../sessions/find/context.ts'
import type { JudgedSession } from '../sessions/judge/judge.ts'
import { isFault, titleOf } from '../sessions/judge/verdict.ts'
import { type Conversation, conversationsOf, type ShownTurn } from '../sessions/view/conversations.ts'
import type { Joint } from '../sessions/view/joints.ts'
import { partText } from '../sessions/view/part-text.ts'
import type { SessionFinding } from '../stores/contract/coping.ts'
import type {
  JointRow,
  PartAnswer,
  SessionPage,
  SessionRow,
  TurnAnswer,
  TurnFinding,
  TurnOutline,
  TurnPage,
} from './api.ts'

/** The conversations of one session as they were read, kept for the next turns that are asked for. */
interface ReadTranscripts {
  readonly revision: string
  readonly session: JudgedSession
  readonly conversations: readonly Conversation[]
}

/** How many conversations are kept. */
const most = 4
/** So much of a text is sent before somebody asks for the rest. */
const shown = 1200
const whole = 4 << 20

/** Reads sessions for the page, and keeps those that were looked at last. */
export class Transcripts {
  private readonly kept = new Map<string, ReadTranscripts>()

  /** A session in outline: its joints and findings, and who speaks; without any text. */
  page(context: SessionContext, session: JudgedSession): SessionPage {
    const { conversations, revision } = this.read(context, session)
    const found = session.verdict?.found ?? []
    const outlines = conversations.map((each) => outlineOf(each, found))
    const placed = new Set(outlines.flatMap((each) => each.found.map(({ at }) => at)))
    return {
      session: rowOf(session),
      revision,
      conversations: outlines,
      found: found.filter(({ at }) => !placed.has(at)).map((each) => findingOf(each)),
    }
  }

  /** Some turns of a conversation. */
  turns(context: SessionContext, session: JudgedSession, lane: number, from: number, to: number): TurnPage {
    const { conversations } = this.read(context, session)
    const conversation = conversations[lane]
    if (conversation === undefined) return { from, turns: [] }
    const numbers = numbersIn(conversation, from, to)
    const { format } = session.store
    const turns = conversation.turns
      .slice(from, to)
      .map((turn, index) => turnAnswer(turn, from + index, numbers, format))
    return { from, turns }
  }

  /** The whole text of one part. */
  text(context: SessionContext, session: JudgedSession, lane: number, turn: number, part: number): string {
    const { conversations } = this.read(context, session)
    const found = conversations[lane]?.turns[turn]?.parts[part]
    return found === undefined ? '' : partText(found, session.store.format).slice(0, whole)
  }

  private read(context: SessionContext, session: JudgedSession): ReadTranscripts {
    const { target } = session
    const revision = revisionOf(session)
    const kept = this.kept.get(target.path)
    this.kept.delete(target.path)
    const transcript =
      kept?.revision === revision
        ? { ...kept, session }
        : { revision, session, conversations: valueIn(conversationsOf(context, session)) }
    this.kept.set(target.path, transcript)
    for (const path of [...this.kept.keys()].slice(0, -most)) this.kept.delete(path)
    return transcript
  }
}

/** The state of the file of a session. */
function revisionOf({ target: { stat } }: Pick<JudgedSession, 'target'>): string {
  return `${stat.size}-${stat.modified}`
}

/** A session in the list. */
export function rowOf(session: JudgedSession): SessionRow {
  const writer = writerWords(session.live)
  return {
    ...sessionAnswer(session),
    name: titleOf(session) ?? '',
    ...(writer === '' ? {} : { writer }),
  }
}

/** A finding with the words that go with it. */
export function findingOf(finding: SessionFinding, turn?: number): TurnFinding {
  const { copes } = finding
  return {
    ...finding,
    title: describeRule(finding.rule).title,
    ...(turn === undefined ? {} : { turn }),
    ...(copes === undefined ? {} : { note: copingWords(copes) }),
  }
}

function outlineOf({ lane, turns, joints }: Conversation, found: readonly SessionFinding[]): TurnOutline {
  const turnAt = new Map(turns.map(({ record }, turn) => [record, turn]))
  const own = found.flatMap((finding) => {
    const [index] = finding.at
    const turn = typeof index === 'number' ? turnAt.get(index) : undefined
    return turn === undefined ? [] : [findingOf(finding, turn)]
  })
  const broken = new Set(own.filter(isFault).flatMap(({ calls, turn }) => calls.map((id) => `${turn} ${id}`)))
  return {
    name: lane.name,
    isDormant: lane.isDormant === true,
    speakers: turns.map(({ speaker }) => (speaker === 'unknown' ? '?' : speaker[0])).join(''),
    joints: joints.map((joint) => jointRow(joint, broken)),
    found: own,
  }
}

function jointRow({ number = 0, id, call, result }: Joint, broken: ReadonlySet<string>): JointRow {
  const places = [call, result].flatMap((place) => (place === undefined ? [] : [place.turn]))
  const isBroken = places.some((turn) => broken.has(`${turn} ${id}`))
  return [number, call?.turn ?? -1, result?.turn ?? -1, isBroken ? 1 : 0]
}

/** The numbers of the calls and results in some turns. */
function numbersIn({ joints }: Conversation, from: number, to: number): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>()
  for (const { number, call, result } of joints)
    for (const place of [call, result])
      if (number !== undefined && place !== undefined && place.turn >= from && place.turn < to)
        numbers.set(`${place.turn} ${place.part}`, number)
  return numbers
}

function turnAnswer(
  { line, speaker, parts }: ShownTurn,
  turn: number,
  numbers: ReadonlyMap<string, number>,
  format: Format,
): TurnAnswer {
  return {
    line,
    speaker,
    parts: parts.map((part, index) => partAnswer(part, format, numbers.get(`${turn} ${index}`))),
  }
}

function partAnswer(part: Part, format: Format, number: number | undefined): PartAnswer {
  const text = partText(part, format)
  return {
    kind: part.kind,
    text: text.slice(0, shown),
    ...(text.length > shown ? { length: text.length } : {}),
    ...('name' in part && part.name !== undefined ? { name: part.name } : {}),
    ...((part.kind === 'call' || part.kind === 'result') && part.id !== undefined ? { id: part.id } : {}),
    ...(number === undefined ? {} : { number }),
    ...(part.kind === 'result' && part.isError ? { isError: true } : {}),
    ...(part.kind === 'result' && part.isSynthetic ? { isMade: true } : {}),
    ...(part.kind === 'other' && part.isSummary ? { isSummary: true } : {}),
  }
}
