import type { Edit, Remove } from '../model/edit.ts'
import { markOf } from '../model/mark.ts'
import type { Place } from '../model/place.ts'

/** An element of the list to be: one of the old list, or a new value. */
export interface Item {
  /** Position in the old list; -1 for what is new to it. */
  readonly origin: number
  /** For what is put in: the position in the old list of what it was put beside. */
  readonly near?: number | undefined
  readonly why: string
  /** Its value, asked for only where it must be written. */
  value(): unknown
  /** The edits inside it, asked for only where it stays; absent where nothing in it has changed. */
  readonly inside: ((at: Place) => readonly Edit[]) | undefined
}

/**
 * The edits that make one list of another, left to right.
 *
 * Only the elements at `known` positions are looked at; the others stay. The longest run of elements that keep their order stays; the others are taken out and put in again.
 */
export function diffList(
  at: Place,
  before: readonly unknown[],
  after: readonly Item[],
  whyGone: (origin: number) => string,
  known: readonly number[] = before.map((_, index) => index),
): Edit[] {
  const edits: Edit[] = []
  const stays = longestRun(after)
  let next = 0
  let cursor = 0
  // Takes out what is known before `end`; `follower` is what will stand there instead.
  const removeUntil = (end: number, follower: () => unknown): void => {
    const from = edits.length
    for (; cursor < known.length && (known[cursor] as number) < end; cursor++) {
      const index = known[cursor] as number
      edits.push({ do: 'remove', at: [...at, index], value: before[index], beside: '', why: whyGone(index) })
    }
    markGaps(edits, from, before, end, follower)
  }
  after.forEach((item, position) => {
    if (stays[position]) {
      removeUntil(item.origin, item.value)
      if (item.inside !== undefined) edits.push(...item.inside([...at, item.origin]))
      next = item.origin + 1
      cursor++
      return
    }
    // Between two known stretches lie elements that nobody looks at: it belongs to the side it was put on.
    const upcoming = known[cursor]
    const index = upcoming !== undefined && (item.near ?? -1) >= upcoming ? upcoming : next
    const beside = markOf(before[index])
    edits.push({ do: 'insert', at: [...at, index], value: item.value(), beside, why: item.why })
  })
  removeUntil(before.length, () => undefined)
  return edits
}

/** Notes what will stand after each gap, so that the inverted plan can be checked too. */
function markGaps(
  edits: Edit[],
  from: number,
  before: readonly unknown[],
  end: number,
  follower: () => unknown,
): void {
  let following = end
  let mark: string | undefined
  for (let position = edits.length - 1; position >= from; position--) {
    const edit = edits[position] as Remove
    const index = edit.at[edit.at.length - 1] as number
    // The next element stays, unless it is the one that goes next; then both leave the same gap.
    if (index + 1 !== following) mark = markOf(before[index + 1])
    else mark ??= markOf(follower())
    following = index
    edits[position] = { ...edit, beside: mark }
  }
}

/** Which items belong to a longest run of rising origins. */
function longestRun(items: readonly Item[]): readonly boolean[] {
  const rising = risingAlready(items)
  if (rising !== undefined) return rising
  // Patience sorting: tops[k] is the item that ends the best run of length k + 1.
  const tops: number[] = []
  const previous = new Array<number>(items.length).fill(-1)
  items.forEach((item, position) => {
    if (item.origin < 0) return
    const pile = firstTopAbove(tops, items, item.origin)
    previous[position] = pile === 0 ? -1 : (tops[pile - 1] as number)
    tops[pile] = position
  })
  const stays = new Array<boolean>(items.length).fill(false)
  for (let at = tops[tops.length - 1] ?? -1; at >= 0; at = previous[at] as number) stays[at] = true
  return stays
}

function risingAlready(items: readonly Item[]): boolean[] | undefined {
  const stays = new Array<boolean>(items.length).fill(false)
  let last = -1
  for (let position = 0; position < items.length; position++) {
    const { origin } = items[position] as Item
    if (origin < 0) continue
    if (origin < last) return undefined
    last = origin
    stays[position] = true
  }
  return stays
}

function firstTopAbove(tops: readonly number[], items: readonly Item[], origin: number): number {
  let low = 0
  let high = tops.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((items[tops[middle] as number] as Item).origin < origin) low = middle + 1
    else high = middle
  }
  return low
}
