import { afterAll, atStart, type Before, type Ends, isSameBefore, type Manners } from './manners.ts'

/** A unit, or the summary, on a way through a conversation. */
export interface Stop {
  /** The unit; -1 for the summary. */
  readonly owner: number
  readonly tokens: number
  readonly ends: Ends
  /** The turns before it if nothing is left out. */
  readonly own: Before
}

/** A stop on a way, and what stands before it there. */
export interface Step {
  readonly stop: Stop
  readonly before: Before
}

/** The terms by which a way is chosen. */
export interface Terms {
  readonly manners: Manners
  /** Whether the way may lead past a stop. */
  readonly isFree: (stop: Stop) => boolean
  /** Whether something can be put where stops were left out; if not, it must be accepted as it stands. */
  readonly canMend: boolean
}

/** A way up to a stop. */
interface Way extends Step {
  readonly cost: number
  readonly rest: Way | undefined
}

// More than any conversation holds: a way that is refused is taken if there is no other.
const forbidden = 1e12

/**
 * The cheapest way past what may be left out: what has to stay.
 *
 * One walk from left to right. All that matters of a way up to here is its cost and what it ended with, so
 * of those that ended alike one is followed. Of what costs the same the newer stays.
 */
export function fewestOf(stops: readonly Stop[], terms: Terms): readonly Step[] {
  let ways: readonly (Way | undefined)[] = [undefined]
  for (const stop of stops) {
    const next: (Way | undefined)[] = []
    for (const rest of ways) keepCheapest(next, wayTo(stop, rest, terms))
    if (terms.isFree(stop)) for (const way of ways) keepCheapest(next, way)
    ways = next
  }
  const [first, ...others] = ways
  return stepsOf(others.reduce((best, way) => (costOf(way) < costOf(best) ? way : best), first))
}

function wayTo(stop: Stop, rest: Way | undefined, { manners, canMend }: Terms): Way {
  const before = endOf(rest)
  const isOwn = isSameBefore(before, stop.own)
  const refusal = !isOwn && manners.isRefused(before, stop.ends) ? forbidden : 0
  const toll = canMend ? manners.costOf(before, stop.ends) : refusal
  return { stop, before, rest, cost: costOf(rest) + toll + stop.tokens }
}

/** The end of a way. */
function endOf(way: Way | undefined): Before {
  return way === undefined ? atStart : afterAll(way.before, way.stop.ends)
}

function costOf(way: Way | undefined): number {
  return way?.cost ?? 0
}

function keepCheapest(ways: (Way | undefined)[], way: Way | undefined): void {
  const end = endOf(way)
  const like = ways.findIndex((one) => isSameBefore(endOf(one), end))
  if (like < 0) ways.push(way)
  else if (costOf(way) < costOf(ways[like])) ways[like] = way
}

function stepsOf(last: Way | undefined): readonly Step[] {
  const steps: Step[] = []
  for (let way = last; way !== undefined; way = way.rest) steps.push(way)
  return steps.reverse()
}
