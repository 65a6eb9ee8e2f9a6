import { isSummaryAlone } from '../engine/summary.ts'
import type { Format } from '../model/format.ts'
import { printJson } from '../model/json.ts'
import { type Part, speakerOf, type Turn } from '../model/transcript.ts'
import { callLabel, resultLabel } from '../texts/fixed.ts'
import { mediaOmitted, noted, speakerHead, summaryLabel } from '../texts/shrunk.ts'
import { dropUnits, type Excess } from './drop.ts'
import type { SummaryRequest } from './options.ts'
import { endOfUnit, mayGo, type OpenWork, take, type Work } from './work.ts'

// A summary may have a quarter of the room, but no more than this.
const mostRoom = 2000

/** Takes the oldest units away and says what is to be summarised in their place; undefined where nothing can go. */
export function* summarizeUnits(
  work: OpenWork,
  excess: Excess,
  budget: number | undefined,
): Generator<SummaryRequest, void, string> {
  const room = Math.ceil(Math.min(mostRoom, (budget ?? work.left.tokens) / 4))
  const before = work.gone.slice()
  dropUnits(work, 'tokens' in excess ? { tokens: excess.tokens + room } : excess, 'summarize')
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
  const said = yield { text, messages: turns.map(({ raw }) => raw), room }
  for (const unit of [...old, ...nods]) take(work, unit, 'summarize')
  if (said.trim() !== '') putSummary(work, units[0] as number, `${summaryLabel(turns.length)}\n${said}`)
  const isTooLong = budget !== undefined && work.left.tokens > budget && (work.put?.tokens ?? 0) > room
  if (said.trim() !== '' && !isTooLong) return
  // What says nothing, or more than it may, helps nobody: the other stages go on without it.
  takeOut(work)
  for (const unit of [...old, ...nods, ...units]) giveBack(work, unit)
}

function takeOut(work: OpenWork): void {
  if (work.put === undefined) return
  const { raws, tokens } = work.put
  work.left = { messages: work.left.messages - raws.length, tokens: work.left.tokens - tokens }
  work.put = undefined
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

function giveBack(work: OpenWork, unit: number): void {
  const start = work.starts[unit] as number
  const end = endOfUnit(work, unit)
  work.gone[unit] = undefined
  let tokens = 0
  for (let position = start; position < end; position++) tokens += work.tokens[position] as number
  work.left = { messages: work.left.messages + end - start, tokens: work.left.tokens + tokens }
}

/** Puts the summary where the first of the summarised units stood, with a turn between where speakers must alternate. */
function putSummary(work: OpenWork, unit: number, text: string): void {
  const { format, rulebook } = work.api
  const at = work.starts[unit] as number
  const beside = work.turns[at]?.raw
  const say = (speaker: 'user' | 'model', words: string): unknown =>
    format.renderTurn(speaker, { text: words }, beside)
  const summary = say('user', text)
  const isTight = rulebook.layout.alternates !== undefined
  const before = isTight && isUsers(neighbour(work, unit, -1)) ? [say('model', noted)] : []
  const after = isTight && isUsers(neighbour(work, unit, 1)) ? [say('model', noted)] : []
  const raws = [...before, summary, ...after]
  const tokens = raws
    .map((raw) => work.counter.turn(format.readTurn(raw, at, [], [])))
    .reduce((sum, count) => sum + count, 0)
  work.put = { at, raws, tokens }
  work.left = { messages: work.left.messages + raws.length, tokens: work.left.tokens + tokens }
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
