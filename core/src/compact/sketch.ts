import { readRanges } from '../engine/reading.ts'
import type { Facts } from '../model/facts.ts'
import type { Api, Format } from '../model/format.ts'
import { sameJson } from '../model/json.ts'
import type { Turn } from '../model/transcript.ts'
import type { Counter } from './count.ts'
import type { Size } from './options.ts'
import type { ProtectedUnits } from './protect.ts'
import { unitsOf } from './units.ts'

/** How much a document holds. */
export interface TurnWeight {
  readonly size: Size
  /** The tokens of the turns alone, and which turns those were. */
  readonly counted: { readonly raws: readonly unknown[]; readonly count: number; readonly tokens: number }
  /** The turns, where all had to be read to find out. */
  readonly turns?: readonly Turn[]
}

/** Weighs a document; turns that were weighed or counted before are not read again. */
export function weigh(document: unknown, format: Format, counter: Counter, known?: TurnWeight): TurnWeight {
  const raws = format.turnsOf(document) ?? []
  const outside = counter.outside(document, raws)
  const from = known?.counted.count ?? 0
  let tokens = known?.counted.tokens ?? 0
  let turns: readonly Turn[] | undefined
  for (let position = from; position < raws.length; position++) {
    const counted = counter.counted(raws[position])
    if (counted === undefined) {
      turns = readRanges(document, format, [{ start: position, end: raws.length }]).turns
      for (const turn of turns) tokens += counter.turn(turn)
      break
    }
    tokens += counted
  }
  const size = { messages: raws.length, tokens: tokens + outside }
  const counted = { raws, count: raws.length, tokens }
  return turns?.length === raws.length ? { size, counted, turns } : { size, counted }
}

/** A sound conversation as it was read: its turns, its units, and the size of each turn. */
export interface CompactSketch {
  /** The turns as the document has them. */
  readonly raws: readonly unknown[]
  readonly turns: readonly Turn[]
  readonly starts: readonly number[]
  readonly tokens: readonly number[]
  readonly strays: readonly number[]
  readonly isSettled: boolean
  readonly facts: Facts
  /** The tokens of all turns. */
  readonly total: number
  readonly memory: TurnMemory
}

/** Findings about these turns that are kept, so that none is made twice. */
export interface TurnMemory {
  /** By position, the paths and ids that a turn mentions. */
  readonly mentions: (readonly string[])[]
  /** The positions of turns with results that are worth making smaller. */
  large?: readonly number[]
  kept?: ProtectedUnits
  /** Units, the least important first. */
  order?: readonly number[]
}

/**
 * Reads a sound conversation.
 *
 * Where an earlier sketch holds its first turns, only what came since is read, and the last unit of the
 * sketch, which may have grown. `read` are all turns, where somebody has read them already.
 */
export function sketchOf(
  document: unknown,
  { format, rulebook }: Api,
  counter: Counter,
  known?: CompactSketch,
  read?: readonly Turn[],
): CompactSketch {
  const raws = format.turnsOf(document) ?? []
  const facts = format.factsOf(document)
  if (known?.isSettled && known.raws.length === raws.length && sameJson(known.facts, facts)) return known
  const from = known?.isSettled ? (known.starts.at(-1) ?? 0) : 0
  const turns =
    from === 0 && read !== undefined
      ? read
      : readRanges(document, format, [{ start: from, end: raws.length }]).turns
  const units = unitsOf(turns, rulebook.layout, facts, format.pairByCount)
  const tokens = turns.map((turn) => counter.turn(turn))
  const old = known === undefined || from === 0 ? undefined : known
  const all = old === undefined ? tokens : [...old.tokens.slice(0, from), ...tokens]
  return {
    raws: raws.slice(),
    turns: old === undefined ? turns : [...old.turns.slice(0, from), ...turns],
    starts: old === undefined ? units.starts : [...old.starts.slice(0, -1), ...units.starts],
    tokens: all,
    strays: old === undefined ? units.strays : [...old.strays.filter((at) => at < from), ...units.strays],
    isSettled: units.isSettled,
    facts,
    total: all.reduce((sum, count) => sum + count, 0),
    memory: { mentions: old?.memory.mentions.slice(0, from) ?? [] },
  }
}
