import { holdsSummary } from '../engine/arrange/summary.ts'
import { addTo } from '../engine/collect.ts'
import { type Part, speakerOf, speaks, type Turn } from '../model/transcript.ts'

/** How turns in a row begin and end: their outermost turns, and the outermost of those that speak. */
export interface Ends {
  readonly first: number
  readonly firstSaid: number
  readonly last: number
  readonly lastSaid: number
}

/** The turns before a place: the kind of the last one, and of the last one that speaks. */
export interface Before {
  readonly last: number
  readonly said: number
}

/** Nothing stands before. */
export const atStart: Before = { last: 0, said: 0 }

/**
 * The kinds of turns that may follow each other, as far as the engine was asked about them.
 *
 * Nobody here knows a rule: turns are told apart by who speaks and what they hold, and what the engine
 * refused or put between two of them is remembered for all that are like them.
 */
export interface Manners {
  /** Changes with each thing that is learned. */
  readonly size: number
  endsOf(turns: readonly Turn[]): Ends
  /** How many tokens the engine puts between. */
  costOf(before: Before, ends: Ends): number
  /** Whether it was refused as it stood. */
  isRefused(before: Before, ends: Ends): boolean
  /** Notes that something was refused; whether that is news. */
  refuse(before: Before, ends: Ends): boolean
  /** Notes what was put between, all that was written at once; of what is alike, the mean. */
  learnCosts(notes: readonly (readonly [before: Before, ends: Ends, tokens: number])[]): void
}

/** Manners that nothing is known of yet. */
export function newManners(): Manners {
  const kinds = new Map<number, number>()
  const refused = new Set<number>()
  const costs = new Map<number, number>()
  let size = 0
  const kindOf = (turn: Turn | undefined): number => {
    if (turn === undefined) return 0
    const sign = signOf(turn)
    const known = kinds.get(sign)
    if (known !== undefined) return known
    const kind = Math.min(kinds.size + 1, mostKinds - 1)
    kinds.set(sign, kind)
    return kind
  }
  return {
    get size() {
      return size
    },
    endsOf: (turns) => ({
      first: kindOf(turns[0]),
      firstSaid: kindOf(turns.find(speaks)),
      last: kindOf(turns.at(-1)),
      lastSaid: kindOf(turns.findLast(speaks)),
    }),
    costOf: (before, ends) => (costs.size === 0 ? 0 : (costs.get(keyOf(before, ends)) ?? 0)),
    isRefused: (before, ends) => refused.size > 0 && refused.has(keyOf(before, ends)),
    refuse(before, ends) {
      const key = keyOf(before, ends)
      if (refused.has(key)) return false
      refused.add(key)
      size++
      return true
    },
    learnCosts(notes) {
      const alike = new Map<number, number[]>()
      for (const [before, ends, tokens] of notes) addTo(alike, keyOf(before, ends), tokens)
      for (const [key, notedCosts] of alike) {
        const mean = notedCosts.reduce((sum, cost) => sum + cost, 0) / notedCosts.length
        if ((costs.get(key) ?? 0) === mean) continue
        costs.set(key, mean)
        size++
      }
    },
  }
}

/** The turns before a place once others were put there. */
export function afterAll(before: Before, { last, lastSaid }: Ends): Before {
  return { last, said: lastSaid === 0 ? before.said : lastSaid }
}

export function isSameBefore(left: Before, right: Before): boolean {
  return left.last === right.last && left.said === right.said
}

// There are a few dozen at most; four of them make one number.
const mostKinds = 1024

function keyOf({ last, said }: Before, { first, firstSaid }: Ends): number {
  return ((last * mostKinds + said) * mostKinds + first) * mostKinds + firstSaid
}

const speakers = ['user', 'model', 'tool', 'system', 'unknown'] as const
const shapes = ['list', 'text', 'self', 'none', 'unreadable'] as const
const partKinds: readonly Part['kind'][] = ['text', 'media', 'call', 'result', 'reasoning', 'hosted', 'other']

function signOf(turn: Turn): number {
  let held = holdsSummary(turn) ? 1 : 0
  for (const { kind } of turn.parts) held |= 2 << partKinds.indexOf(kind)
  const who = speakers.indexOf(turn.speaker) * speakers.length + speakers.indexOf(speakerOf(turn))
  return (held * shapes.length + shapes.indexOf(turn.shape)) * 25 + who
}
