import { isSummaryAlone } from '../engine/arrange/summary.ts'
import type { Format } from '../model/format.ts'
import { printJson } from '../model/json.ts'
import { at } from '../model/lists.ts'
import { type Part, speakerOf, type Turn } from '../model/transcript.ts'
import { partLabel } from '../texts/fixed.ts'
import { errorReported, mediaOmitted, noted, speakerHead, summaryLabel } from '../texts/shrunk.ts'
import {
  beginAgain,
  type CompactState,
  endOfUnit,
  giveBack,
  mayGo,
  type Offer,
  type OpenCompactState,
  type Put,
  putIn,
  take,
  takeOut,
} from './compact-state.ts'
import { dropUnits, type Excess, isCandidate } from './drop.ts'
import type { SummaryRequest } from './options.ts'

// A summary may have a quarter of the room, but no more than this.
const mostRoom = 2000

type AskedSummary = Generator<SummaryRequest, void, string>

/**
 * Takes the oldest units away and asks what is to be said in their place; nothing is asked where nothing can go.
 *
 * `room` is how many tokens there is room for in all; undefined where messages are counted.
 */
export function* summarizeUnits(
  work: OpenCompactState,
  excess: Excess,
  room: number | undefined,
): AskedSummary {
  // There is one summary, never two.
  if (work.put !== undefined) return
  const bare = bareIn(work)
  const whole =
    'tokens' in excess
      ? { tokens: excess.tokens + shareOf(work, room) + sizeOf(work, bare) }
      : { ...excess, least: bare.length + 1 }
  yield* attempt(work, whole, room)
}

/** How many tokens a summary may have. */
function shareOf(work: CompactState, room: number | undefined): number {
  return Math.ceil(Math.min(mostRoom, (room ?? work.left.tokens) / 4))
}

/** Asks for a summary of all that can go, unless that was done. */
export function* offerAll(work: OpenCompactState, room: number): AskedSummary {
  beginAgain(work)
  const all = [...work.starts.keys()].filter((unit) => isCandidate(work, unit))
  const isAll = ({ units }: Offer): boolean => {
    const asked = new Set(units)
    return all.every((unit) => asked.has(unit))
  }
  if (!work.offers.some(isAll)) yield* attempt(work, { tokens: Number.POSITIVE_INFINITY }, room)
}

/** Asks for a summary, and puts it in if it is better than none. */
function* attempt(work: OpenCompactState, excess: Excess, room: number | undefined): AskedSummary {
  const before = work.gone.slice()
  const share = shareOf(work, room)
  dropUnits(work, excess, 'summarize')
  const units = work.gone.flatMap((stage, unit) =>
    stage !== undefined && before[unit] === undefined ? [unit] : [],
  )
  if (units.length === 0) return
  const old = oldSummaries(work)
  const nods = [...work.kept.nods].filter((unit) => mayGo(work, unit))
  const turns = [...old, ...units]
    .filter((unit) => !work.kept.nods.has(unit))
    .sort((left, right) => left - right)
    .flatMap((unit) => turnsOf(work, unit))
  const text = turns.map((turn) => textOfTurn(turn, work.api.format)).join('\n\n')
  const said = yield { text, messages: turns.map(({ raw }) => raw), room: share }
  const rest = work.left.tokens
  for (const unit of [...old, ...nods]) take(work, unit, 'summarize')
  const saved = rest - work.left.tokens
  const isSaid = said.trim() !== ''
  const words = `${summaryLabel(turns.length)}\n${said}`
  const first = at(units, 0)
  const bare = isSaid ? putFor(work, first, [summaryIn(work, first, words)]) : undefined
  work.offers.push({ units: [...old, ...nods, ...units], put: bare })
  if (isSaid) putIn(work, putFor(work, first, rawsOf(work, first, words)))
  if (isSaid && isWorthIt(work, room, saved)) return
  // A summary that is empty or leaves no room is not used.
  takeOut(work)
  for (const unit of [...old, ...nods, ...units]) giveBack(work, unit)
}

/** Whether a summary is better than none: there is room for it, or it is no longer than the one before it. */
function isWorthIt({ put, left }: CompactState, room: number | undefined, saved: number): boolean {
  return room === undefined || left.tokens <= room || (put?.tokens ?? 0) <= saved
}

/** The units of earlier summaries. They are summarised again: there is one summary, unless one is pinned. */
function oldSummaries(work: CompactState): number[] {
  return work.starts.flatMap((start, unit) => {
    const isAlone = endOfUnit(work, unit) === start + 1 && isSummaryAlone(at(work.turns, start))
    return isAlone && work.gone[unit] === undefined && !work.kept.pinned.has(unit) ? [unit] : []
  })
}

function turnsOf(work: CompactState, unit: number): readonly Turn[] {
  return work.turns.slice(work.starts[unit], endOfUnit(work, unit))
}

/** Turns in the place of a unit. */
function putFor(work: CompactState, unit: number, raws: readonly unknown[]): Put {
  return { at: at(work.starts, unit), raws, tokens: sizeOf(work, raws) }
}

/** A summary in the place of a unit, with a turn between where speakers must alternate. */
function rawsOf(work: CompactState, unit: number, text: string): readonly unknown[] {
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
function bareIn(work: CompactState): readonly unknown[] {
  const label = summaryIn(work, 0, summaryLabel(work.turns.length))
  const nod = render(work, 0, 'model', noted)
  return work.api.rulebook.layout.alternates === undefined ? [label] : [nod, label, nod]
}

function summaryIn(work: CompactState, unit: number, text: string): unknown {
  return render(work, unit, 'user', text)
}

function render(work: CompactState, unit: number, speaker: 'user' | 'model', text: string): unknown {
  const beside = work.turns[at(work.starts, unit)]?.raw
  return work.api.format.renderTurn(speaker, { text }, beside)
}

function sizeOf({ api, counter }: CompactState, raws: readonly unknown[]): number {
  let tokens = 0
  for (const raw of raws) tokens += counter.turn(api.format.readTurn(raw, 0, [], []))
  return tokens
}

/** The turn that stands before or behind, as things are now. */
function neighbour(work: CompactState, from: number, step: 1 | -1): Turn | undefined {
  let unit = from
  while (unit >= 0 && unit < work.starts.length && work.gone[unit] !== undefined) unit += step
  const start = work.starts[unit]
  if (start === undefined) return undefined
  return work.turns[step === 1 ? start : endOfUnit(work, unit) - 1]
}

function isUsers(turn: Turn | undefined): boolean {
  return turn !== undefined && speakerOf(turn) === 'user'
}

/** The words of a turn as text, tool calls and results too. */
function textOfTurn(turn: Turn, format: Format): string {
  const said = turn.parts.map((part) => textOfPart(part, format)).filter((text) => text !== '')
  return [speakerHead(speakerOf(turn)), ...said].join('\n')
}

function textOfPart(part: Part, format: Format): string {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'call':
    case 'result': {
      const pieces = format.unpack(part).map((piece) => ('text' in piece ? piece.text : mediaOmitted))
      const note = part.kind === 'result' && part.isError ? [errorReported] : []
      return [partLabel(part), ...note, ...pieces].join('\n')
    }
    case 'media':
      return mediaOmitted
    case 'hosted':
      return printJson(part.raw)
    // Reasoning is the model's own, and foreign parts say nothing to another model.
    default:
      return ''
  }
}
