import type { Facts } from '../model/facts.ts'
import type { Api } from '../model/format.ts'
import { at } from '../model/lists.ts'
import type { Turn } from '../model/transcript.ts'
import type { Counter } from './count.ts'
import type { Size, Stage } from './options.ts'
import { isKeptUnit, type ProtectedUnits } from './protect.ts'
import type { CompactSketch, TurnMemory } from './sketch.ts'

/** A conversation that is being made smaller. */
export interface CompactState {
  readonly api: Api
  readonly facts: Facts
  readonly counter: Counter
  readonly memory: TurnMemory
  /** The turns as they were read. */
  readonly turns: readonly Turn[]
  /** The position of the first turn of each unit. */
  readonly starts: readonly number[]
  /** The turns as they are to be written. */
  readonly raws: unknown[]
  readonly tokens: number[]
  /** By position, the stage that changed a turn. */
  readonly whys: Map<number, Stage>
  /** The units that stay, whatever happens. */
  readonly kept: ProtectedUnits
  /** The units that go only when no other does: they hold long results and are among the last. */
  readonly precious: ReadonlySet<number>
  /** By unit, the stage that took it away. */
  readonly gone: (Stage | undefined)[]
  /** Turns to be put before the one at a position. */
  readonly put: Put | undefined
  /** The summaries that were given, used or not. */
  readonly offers: Offer[]
  /** The tokens and messages that are left. */
  readonly left: Size
}

/** Turns that say what others said, and the position where they are put. */
export interface Put {
  readonly at: number
  readonly raws: readonly unknown[]
  readonly tokens: number
}

/** A summary, and the units that go for it; without a text it is none. */
export interface Offer {
  readonly units: readonly number[]
  readonly put: Put | undefined
}

/** The same with room to change it. */
export type OpenCompactState = { -readonly [Key in keyof CompactState]: CompactState[Key] }

/** Begins with all that is there. */
export function beginState(
  sketch: CompactSketch,
  api: Api,
  counter: Counter,
  kept: ProtectedUnits,
  outside: number,
): OpenCompactState {
  const { raws, turns, starts, tokens, total, facts, memory } = sketch
  return {
    api,
    facts,
    counter,
    memory,
    turns,
    starts,
    raws: raws.slice(),
    tokens: tokens.slice(),
    whys: new Map(),
    kept,
    precious: new Set(),
    gone: new Array<Stage | undefined>(starts.length).fill(undefined),
    put: undefined,
    offers: [],
    left: { messages: raws.length, tokens: total + outside },
  }
}

/** The position after the last turn of a unit. */
export function endOfUnit({ starts, turns }: Pick<CompactState, 'starts' | 'turns'>, unit: number): number {
  return starts[unit + 1] ?? turns.length
}

/** How much a unit holds as it is now. */
export function sizeOfUnit(work: CompactState, unit: number): Size {
  const start = at(work.starts, unit)
  const end = endOfUnit(work, unit)
  let tokens = 0
  for (let position = start; position < end; position++) tokens += at(work.tokens, position)
  return { messages: end - start, tokens }
}

/** Whether a unit is there and may go. */
export function mayGo(work: CompactState, unit: number): boolean {
  return work.gone[unit] === undefined && !isKeptUnit(work.kept, unit)
}

/** Takes a unit away. */
export function take(work: OpenCompactState, unit: number, stage: Stage): void {
  const { messages, tokens } = sizeOfUnit(work, unit)
  work.gone[unit] = stage
  work.left = { messages: work.left.messages - messages, tokens: work.left.tokens - tokens }
}

/** Puts a unit back. */
export function giveBack(work: OpenCompactState, unit: number): void {
  const { messages, tokens } = sizeOfUnit(work, unit)
  work.gone[unit] = undefined
  work.left = { messages: work.left.messages + messages, tokens: work.left.tokens + tokens }
}

/** Puts a summary in. */
export function putIn(work: OpenCompactState, put: Put): void {
  work.put = put
  const { messages, tokens } = work.left
  work.left = { messages: messages + put.raws.length, tokens: tokens + put.tokens }
}

/** Takes the summary out again. */
export function takeOut(work: OpenCompactState): void {
  if (work.put === undefined) return
  const { raws, tokens } = work.put
  work.left = { messages: work.left.messages - raws.length, tokens: work.left.tokens - tokens }
  work.put = undefined
}

/** Puts all back that went. */
export function beginAgain(work: OpenCompactState): void {
  takeOut(work)
  for (const [unit, stage] of work.gone.entries()) if (stage !== undefined) giveBack(work, unit)
}

/** Writes a turn anew. */
export function rewrite(
  work: OpenCompactState,
  position: number,
  raw: unknown,
  tokens: number,
  stage: Stage,
): void {
  const before = at(work.tokens, position)
  work.raws[position] = raw
  work.tokens[position] = tokens
  work.whys.set(position, stage)
  work.left = { ...work.left, tokens: work.left.tokens - before + tokens }
}
