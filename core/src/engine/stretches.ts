import type { Format, Sentinel } from '../model/format.ts'
import type { Tail } from '../model/report.ts'
import type { Facts, Part, Unreadable } from '../model/transcript.ts'
import { plainId } from './identity.ts'
import type { Range } from './reading.ts'

/** The part of a document that must be read in full, in batches that have nothing to do with each other. */
export interface Selection {
  readonly batches: readonly (readonly Range[])[]
  /** Whether a call that was left out has this id. */
  hides(id: string): boolean
}

/** A document's turns, cut into stretches. */
interface Cut {
  readonly turns: readonly unknown[]
  readonly format: Format
  readonly sentinel: Sentinel
  /** Where each stretch starts, and at the end the number of turns. */
  readonly starts: number[]
  /** The numbers of the stretches that a sentinel suspects. */
  readonly suspicious: number[]
}

/**
 * Finds the turns that matter, in a document that is not sound.
 *
 * A stretch is a run of model turns with what follows it. Most stretches of a damaged conversation are
 * sound by themselves and share no id with a suspicious one: nothing that is done elsewhere can concern
 * them, so they are never read in full. A stretch starts with the model and ends before the model speaks
 * again, so no rule about what may follow what looks beyond it. Stretches that share an id are read together.
 *
 * Returns undefined where reading everything would not cost more.
 */
export function selectSuspicious(
  turns: readonly unknown[],
  format: Format,
  sentinel: Sentinel,
  facts: Facts,
  tail: Tail,
): Selection | undefined {
  const cut: Cut = { turns, format, sentinel, starts: [], suspicious: [] }
  sentinel.reset(facts)
  cutAndSuspect(cut)
  const count = cut.starts.length - 1
  if (!sentinel.mayEnd(tail) && cut.suspicious.at(-1) !== count - 1) cut.suspicious.push(count - 1)
  if (cut.suspicious.length * 2 > count) return undefined
  const links = linksOf(cut)
  const ranges = rangesOf(cut.starts, [...cut.suspicious, ...links.map(([, other]) => other)])
  const position = (stretch: number): number => rangeAt(ranges, cut.starts[stretch] as number)
  return {
    batches: batch(
      group(
        ranges,
        links.map(([left, right]) => [position(left), position(right)]),
      ),
    ),
    hides(id) {
      const stretch = sentinel.stretchOf(id)
      return stretch >= 0 && position(stretch) < 0
    },
  }
}

/** Reads the document stretch by stretch, each found and looked at in one go. */
function cutAndSuspect({ turns, format, sentinel, starts, suspicious }: Cut): void {
  for (let start = 0; start < turns.length; ) {
    const stretch = starts.length
    const end = stretchEnd(turns, format, start)
    starts.push(start)
    sentinel.enter(stretch)
    if (sentinel.feed(turns, start, end) >= 0 || !sentinel.isSettled()) {
      suspicious.push(stretch)
      sentinel.skip()
    }
    start = end
  }
  starts.push(turns.length)
}

/** A stretch ends where the model speaks after somebody who is clearly not the model. */
function stretchEnd(turns: readonly unknown[], format: Format, start: number): number {
  let before: boolean | undefined = true
  for (let end = start; end < turns.length; end++) {
    const isModels = format.isModelTurn(turns[end])
    if (isModels === true && before === false && end > start) return end
    before = isModels
  }
  return turns.length
}

/** Pairs of stretches that share an id, or would once a signature is taken off it. */
function linksOf({ turns, format, sentinel, starts, suspicious }: Cut): [number, number][] {
  const links: [number, number][] = []
  const firstWith = new Map<string, number>()
  for (const stretch of suspicious) {
    const end = starts[stretch + 1] as number
    for (let index = starts[stretch] as number; index < end; index++) {
      for (const part of format.readTurn(turns[index], index, [], unread).parts) {
        const id = idOf(part)
        if (id === undefined) continue
        const other = firstWith.get(plainId(id))
        if (other === undefined) firstWith.set(plainId(id), stretch)
        else if (other !== stretch) links.push([other, stretch])
        const known = sentinel.stretchOf(id)
        if (known >= 0 && known !== stretch) links.push([stretch, known])
      }
    }
    unread.length = 0
  }
  return links
}

/** What cannot be read is noted when the stretch is read for good. */
const unread: Unreadable[] = []

function idOf(part: Part): string | undefined {
  if (part.kind === 'call') return part.id
  return part.kind === 'result' ? (part.id ?? part.alias) : undefined
}

/** The positions of these stretches, joined where they touch. */
function rangesOf(starts: readonly number[], stretches: readonly number[]): Range[] {
  const ranges: { start: number; end: number }[] = []
  for (const stretch of [...new Set(stretches)].sort((left, right) => left - right)) {
    const start = starts[stretch] as number
    const end = starts[stretch + 1] as number
    const last = ranges[ranges.length - 1]
    if (last === undefined || last.end < start) ranges.push({ start, end })
    else last.end = end
  }
  return ranges
}

/** The number of the range that a position lies in, or -1. */
function rangeAt(ranges: readonly Range[], position: number): number {
  let low = 0
  let high = ranges.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ranges[middle] as Range).end <= position) low = middle + 1
    else high = middle
  }
  return low < ranges.length && (ranges[low] as Range).start <= position ? low : -1
}

/** Puts ranges that are linked into one group each, in document order. */
function group(ranges: readonly Range[], links: readonly (readonly [number, number])[]): Range[][] {
  if (links.length === 0) return ranges.map((range) => [range])
  const leader = ranges.map((_, index) => index)
  const find = (index: number): number => {
    let at = index
    while (leader[at] !== at) {
      leader[at] = leader[leader[at] as number] as number
      at = leader[at] as number
    }
    return at
  }
  for (const [left, right] of links) {
    const [first, second] = [find(left), find(right)]
    leader[Math.max(first, second)] = Math.min(first, second)
  }
  const groups = new Map<number, Range[]>()
  ranges.forEach((range, index) => {
    const members = groups.get(find(index))
    if (members === undefined) groups.set(find(index), [range])
    else members.push(range)
  })
  return [...groups.values()]
}

// Enough turns to make a batch worth its while, few enough to stay in a cache and die young.
const batchSize = 200

/** Reads several groups at a time: each batch costs something of its own. */
function batch(groups: readonly Range[][]): Range[][] {
  const batches: Range[][] = []
  let size = batchSize
  for (const members of groups) {
    if (size >= batchSize) {
      batches.push([])
      size = 0
    }
    for (const range of members) {
      batches.at(-1)?.push(range)
      size += range.end - range.start
    }
  }
  for (const ranges of batches) ranges.sort((left, right) => left.start - right.start)
  return batches
}
