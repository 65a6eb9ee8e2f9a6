import { addTo } from '../model/lists.ts'
import type { Part, Turn } from '../model/transcript.ts'
import { type ForeignCall, foreignPieces } from './foreign.ts'
import { type Hand, resultBy } from './own-turn.ts'

/** How a format in which results stand in turns of their own writes what a foreign message says. */
export interface FoldingHand extends Omit<Hand, 'renderTurn' | 'renderCall'> {
  /** The turns of the model's words and calls. */
  renderCalls(words: readonly string[], calls: readonly ForeignCall[]): readonly unknown[]
  /** The turns of results, where a result is none by itself. */
  renderResults?(results: readonly unknown[]): readonly unknown[]
  /** The user's turn. */
  renderWords(words: readonly string[]): unknown
}

/** Makes the turns that a format would have written in place of a foreign message; undefined where it is not foreign. */
export function unfoldingBy(hand: FoldingHand): (raw: unknown) => readonly unknown[] | undefined {
  return (raw) => {
    const pieces = foreignPieces(raw, hand.own)
    if (pieces === undefined) return undefined
    const words = pieces.flatMap((piece) => (piece.is === 'text' ? [piece.text] : []))
    const calls = pieces.flatMap((piece) => (piece.is === 'call' ? [piece.call] : []))
    const results = pieces.flatMap((piece) => (piece.is === 'result' ? [piece.result] : []))
    // Only one of them can be said by one speaker.
    if (calls.length > 0 && results.length > 0) return undefined
    if (calls.length > 0) return hand.renderCalls(words, calls)
    const rendered = results.map((result) => resultBy(hand, result))
    const answers = hand.renderResults?.(rendered) ?? rendered
    return words.length === 0 ? answers : [...answers, hand.renderWords(words)]
  }
}

/** A foreign message, read as the turns that the format would have written in its place. */
export function readFolded(turns: readonly Turn[], raw: unknown, index: number, role: string): Turn {
  const [first] = turns
  const all = turns.flatMap((turn) => turn.parts)
  const results = all.filter(({ kind }) => kind === 'result')
  // Words beside results are read once they have a turn of their own: they do not stand between results and calls.
  const parts = results.length === 0 ? all : results
  const likely = first?.speaker ?? 'user'
  const base = { speaker: 'unknown', likely, role, shape: 'self', parts, index, raw, isFolded: true } as const
  return { ...base, vacant: false, isPrefix: false, isAborted: false }
}

/**
 * Reads a message as the foreign one that it may be, where a call or a result elsewhere would stand alone otherwise.
 *
 * Gateways take the blocks of other APIs in a content and pass them on: a call and its result that both stand there are
 * theirs. But a call of this format is answered in this format, so that the request is refused as it stands.
 */
export function wakeForeign(turns: readonly Turn[]): void {
  const asleep = new Map<string, Turn[]>()
  for (const turn of turns) for (const id of idsIn(turn.foreign?.parts)) addTo(asleep, id, turn)
  if (asleep.size === 0) return
  wakeAll(turns, asleep)
  // It is decided once: later a draft holds these turns, and reads none of them another way.
  for (const turn of turns) turn.foreign = undefined
}

function wakeAll(turns: readonly Turn[], asleep: ReadonlyMap<string, readonly Turn[]>): void {
  const balance = new Map<string, number>()
  for (const turn of turns) count(turn.parts, balance)
  const unpaired = [...balance].flatMap(([id, open]) => (open === 0 ? [] : [id]))
  for (let id = unpaired.pop(); id !== undefined; id = unpaired.pop()) {
    const turn = asleep.get(id)?.find((one) => isMissing(one, id, balance.get(id) ?? 0))
    if (turn?.foreign === undefined) continue
    const { foreign } = turn
    count(foreign.parts, balance)
    Object.assign(turn, foreign, { foreign: undefined })
    unpaired.push(...idsIn(foreign.parts).filter((other) => balance.get(other) !== 0))
  }
}

/** Whether a message that is asleep has the half that an id lacks: a result where a call is open, or the reverse. */
function isMissing({ foreign }: Turn, id: string, open: number): boolean {
  const wanted = open > 0 ? 'result' : open < 0 ? 'call' : undefined
  return foreign?.parts.some((part) => part.kind === wanted && idOf(part) === id) === true
}

/** Counts calls up and results down, by id. */
function count(parts: readonly Part[], balance: Map<string, number>): void {
  for (const part of parts) {
    const id = idOf(part)
    if (id !== undefined) balance.set(id, (balance.get(id) ?? 0) + (part.kind === 'call' ? 1 : -1))
  }
}

function idsIn(parts: readonly Part[] = []): readonly string[] {
  return parts.flatMap((part) => idOf(part) ?? [])
}

function idOf(part: Part): string | undefined {
  return part.kind === 'call' || part.kind === 'result' ? part.id : undefined
}
