import { isSummaryAlone } from '../engine/summary.ts'
import type { Format } from '../model/format.ts'
import { printJson } from '../model/json.ts'
import { type Part, speakerOf, type Turn } from '../model/transcript.ts'
import { callLabel, resultLabel } from '../texts/fixed.ts'
import { mediaOmitted, noted, speakerHead, summaryLabel } from '../texts/shrunk.ts'
import { dropUnits, type Excess, isCandidate } from './drop.ts'
import type { SummaryRequest } from './options.ts'
import {
  beginAgain,
  endOfUnit,
  giveBack,
  mayGo,
  type Offer,
  type OpenWork,
  type Put,
  putIn,
  take,
  takeOut,
  type Work,
} from './work.ts'

// A summary may have a quarter of the room, but no more than this.
const mostRoom = 2000

/** What a summary has to reckon with. */
export interface Prospect {
  readonly excess: Excess
  /** How many tokens there is room for; undefined where messages are counted. */
  readonly room: number | undefined
  /** Whether units can go in another way afterwards. */
  readonly isFollowed: boolean
}

type Asking<Answer> = Generator<SummaryRequest, Answer, string>

/**
 * Takes the oldest units away and asks what is to be said in their place; nothing is asked where nothing can go.
 *
 * Where more is said than there is room for and nothing follows, it is asked once more, with all that can go.
 */
export function* summarizeUnits(work: OpenWork, prospect: Prospect): Asking<void> {
  const { excess, isFollowed } = prospect
  // There is one summary, never two.
  if (work.put !== undefined) return
  const room = roomFor(work, prospect)
  const bare = bareIn(work)
  const first =
    'tokens' in excess
      ? { tokens: excess.tokens + room + sizeOf(work, bare) }
      : { ...excess, least: bare.length + 1 }
  const isKept = yield* attempt(work, prospect, first, room)
  if (isKept === false && !isFollowed)
    yield* attempt(work, prospect, { tokens: Number.POSITIVE_INFINITY }, room)
}

/** How many tokens a summary may have. */
function roomFor(work: Work, { room }: Prospect): number {
  return Math.ceil(Math.min(mostRoom, (room ?? work.left.tokens) / 4))
}

/** Asks for a summary of all that can go, unless that was done. */
export function* offerAll(work: OpenWork, prospect: Prospect): Asking<void> {
  beginAgain(work)
  const all = [...work.starts.keys()].filter((unit) => isCandidate(work, unit))
  const isAll = ({ units }: Offer): boolean => {
    const asked = new Set(units)
    return all.every((unit) => asked.has(unit))
  }
  if (work.offers.some(isAll)) return
  yield* attempt(work, prospect, { tokens: Number.POSITIVE_INFINITY }, roomFor(work, prospect))
}

/** Whether a summary could be put; undefined where there was none. */
function* attempt(
  work: OpenWork,
  prospect: Prospect,
  excess: Excess,
  room: number,
): Asking<boolean | undefined> {
  const before = { gone: work.gone.slice(), tokens: work.left.tokens }
  dropUnits(work, excess, 'summarize')
  const units = work.gone.flatMap((stage, unit) =>
    stage !== undefined && before.gone[unit] === undefined ? [unit] : [],
  )
  if (units.length === 0) return undefined
  const old = oldSummaries(work)
  const nods = [...work.kept.nods].filter((unit) => mayGo(work, unit))
  const turns = [...old, ...units]
    .filter((unit) => !work.kept.nods.has(unit))
    .sort((left, right) => left - right)
    .flatMap((unit) => turnsOf(work, unit))
  const text = turns.map((turn) => textOfTurn(turn, work.api.format)).join('\n\n')
  const said = yield { text, messages: turns.map(({ raw }) => raw), room }
  const rest = work.left.tokens
  for (const unit of [...old, ...nods]) take(work, unit, 'summarize')
  const saved = rest - work.left.tokens
  const isSaid = said.trim() !== ''
  const words = `${summaryLabel(turns.length)}\n${said}`
  const first = units[0] as number
  const bare = isSaid ? putFor(work, first, [summaryIn(work, first, words)]) : undefined
  work.offers.push({ units: [...old, ...nods, ...units], put: bare })
  if (isSaid) putIn(work, putFor(work, first, rawsOf(work, first, words)))
  if (isSaid && isWorthIt(work, prospect, before.tokens, saved)) return true
  // What says nothing, or leaves no room, helps nobody: it goes on without it.
  takeOut(work)
  for (const unit of [...old, ...nods, ...units]) giveBack(work, unit)
  return isSaid ? false : undefined
}

/**
 * Whether a summary is better than none.
 *
 * Where it does not fit, it may stay if nothing else can go, or if it is shorter than the one before it.
 */
function isWorthIt(work: Work, { room, isFollowed }: Prospect, before: number, saved: number): boolean {
  if (room === undefined || work.left.tokens <= room) return true
  if (isFollowed) return (work.put?.tokens ?? 0) <= saved
  return work.left.tokens < before && !work.starts.some((_, unit) => isCandidate(work, unit))
}

/** What was summarised before is summarised again: there is one summary, never two, unless one is pinned. */
function oldSummaries(work: Work): number[] {
  return work.starts.flatMap((start, unit) => {
    const isAlone = endOfUnit(work, unit) === start + 1 && isSummaryAlone(work.turns[start] as Turn)
    return isAlone && work.gone[unit] === undefined && !work.kept.pinned.has(unit) ? [unit] : []
  })
}

function turnsOf(work: Work, unit: number): readonly Turn[] {
  return work.turns.slice(work.starts[unit], endOfUnit(work, unit))
}

/** Turns in the place of a unit. */
function putFor(work: Work, unit: number, raws: readonly unknown[]): Put {
  return { at: work.starts[unit] as number, raws, tokens: sizeOf(work, raws) }
}

/** A summary in the place of a unit, with a turn between where speakers must alternate. */
function rawsOf(work: Work, unit: number, text: string): readonly unknown[] {
  const isTight = work.api.rulebook.layout.alternates !== undefined
  const nodTo = (turn: Turn | undefined): readonly unknown[] =>
    isTight && isUsers(turn) ? [render(work, unit, 'model', noted)] : []
  return [
    ...nodTo(neighbour(work, unit, -1)),
    summaryIn(work, unit, text),
    ...nodTo(neighbour(work, unit, 1)),
  ]
}

/** The most that stands around the words of a summary. */
function bareIn(work: Work): readonly unknown[] {
  const label = summaryIn(work, 0, summaryLabel(work.turns.length))
  const nod = render(work, 0, 'model', noted)
  return work.api.rulebook.layout.alternates === undefined ? [label] : [nod, label, nod]
}

function summaryIn(work: Work, unit: number, text: string): unknown {
  return render(work, unit, 'user', text)
}

function render(work: Work, unit: number, speaker: 'user' | 'model', text: string): unknown {
  const beside = work.turns[work.starts[unit] as number]?.raw
  return work.api.format.renderTurn(speaker, { text }, beside)
}

function sizeOf({ api, counter }: Work, raws: readonly unknown[]): number {
  let tokens = 0
  for (const raw of raws) tokens += counter.turn(api.format.readTurn(raw, 0, [], []))
  return tokens
}

/** The turn that stands before or behind, as things are now. */
function neighbour(work: Work, from: number, step: 1 | -1): Turn | undefined {
  let unit = from
  while (unit >= 0 && unit < work.starts.length && work.gone[unit] !== undefined) unit += step
  const start = work.starts[unit]
  if (start === undefined) return undefined
  return work.turns[step === 1 ? start : endOfUnit(work, unit) - 1]
}

function isUsers(turn: Turn | undefined): boolean {
  return turn !== undefined && speakerOf(turn) === 'user'
}

/** What somebody said as text, tool calls and results too. */
export function textOfTurn(turn: Turn, format: Format): string {
  const said = turn.parts.map((part) => textOfPart(part, format)).filter((text) => text !== '')
  return [speakerHead(speakerOf(turn)), ...said].join('\n')
}

function textOfPart(part: Part, format: Format): string {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'call':
    case 'result': {
      const label = part.kind === 'call' ? callLabel(part.id, part.name) : resultLabel(part.id, part.name)
      const pieces = format.unpack(part).map((piece) => ('text' in piece ? piece.text : mediaOmitted))
      return [label, ...pieces].join('\n')
    }
    case 'media':
      return mediaOmitted
    case 'hosted':
      return printJson(part.raw)
    // What the model thought is its own, and what is foreign says nothing to anybody else.
    default:
      return ''
  }
}
