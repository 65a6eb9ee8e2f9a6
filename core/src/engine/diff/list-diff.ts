import type { Edit } from '../../model/edit.ts'
import { fingerprintOf } from '../../model/fingerprint.ts'
import { addAll, at } from '../../model/lists.ts'
import { type Place, placeIn } from '../../model/place.ts'
import { firstFrom } from './search.ts'

/** How the elements of the list to be are told apart and written; nothing is made for those that stay as they are. */
export interface ListWriting<Element> {
  /** Position in the old list; -1 for what is new to it. */
  originOf(element: Element): number
  /** For what is put in: the position in the old list of what it was put beside; -1 where it does not matter. */
  nearOf(element: Element): number
  whyOf(element: Element): string
  /** Its value, asked for only where it must be written. */
  valueOf(element: Element): unknown
  /** Whether something in an element that stays has changed; only then the edits inside it are asked for. */
  isChanged(element: Element): boolean
  editsIn(element: Element, at: Place): readonly Edit[]
}

/**
 * The edits that make one list of another, left to right.
 *
 * Only the elements at `known` positions are looked at; the others stay. The longest run of elements that keep their order stays; the others are taken out and put in again.
 */
export function diffList<Element>(
  list: Place,
  before: readonly unknown[],
  after: readonly Element[],
  writing: ListWriting<Element>,
  whyGone: (origin: number) => string,
  known?: readonly number[],
): Edit[] {
  const edits: Edit[] = []
  const count = known?.length ?? before.length
  const knownAt = (number: number): number => known?.[number] ?? number
  const origins = after.map((element) => writing.originOf(element))
  const stays = longestRun(origins)
  let next = 0
  let cursor = 0
  // Takes out what is known before `end`; `follower` is the element that will stand there instead.
  const removeUntil = (end: number, follower: Element | undefined): void => {
    if (cursor >= count || knownAt(cursor) >= end) return
    const gone: number[] = []
    for (; cursor < count && knownAt(cursor) < end; cursor++) gone.push(knownAt(cursor))
    const valueAfter = (): unknown => (follower === undefined ? undefined : writing.valueOf(follower))
    const besides = besidesOf(gone, before, end, valueAfter)
    gone.forEach((index, number) => {
      edits.push({
        do: 'remove',
        at: placeIn(list, index),
        value: before[index],
        beside: at(besides, number),
        why: whyGone(index),
      })
    })
  }
  after.forEach((element, position) => {
    if (stays[position]) {
      const origin = at(origins, position)
      removeUntil(origin, element)
      if (writing.isChanged(element)) addAll(edits, writing.editsIn(element, placeIn(list, origin)))
      next = origin + 1
      cursor++
      return
    }
    // Between two known stretches lie elements that nobody looks at: it belongs to the side it was put on.
    const upcoming = cursor < count ? knownAt(cursor) : undefined
    const index = upcoming !== undefined && writing.nearOf(element) >= upcoming ? upcoming : next
    const beside = fingerprintOf(before[index])
    edits.push({
      do: 'insert',
      at: placeIn(list, index),
      // An element without a value is null in JSON.
      value: writing.valueOf(element) ?? null,
      beside,
      why: writing.whyOf(element),
    })
  })
  removeUntil(before.length, undefined)
  return edits
}

/** For each element that goes, the fingerprint of what will stand after its gap, so that the inverted plan can be checked too. */
function besidesOf(
  gone: readonly number[],
  before: readonly unknown[],
  end: number,
  follower: () => unknown,
): readonly string[] {
  let following = end
  let beside: string | undefined
  const besides = gone.toReversed().map((index) => {
    // The next element stays, unless it is the one that goes next; then both leave the same gap.
    if (index + 1 !== following) beside = fingerprintOf(before[index + 1])
    else beside ??= fingerprintOf(follower())
    following = index
    return beside
  })
  return besides.reverse()
}

/** Which elements belong to a longest run of rising origins. */
function longestRun(origins: readonly number[]): readonly boolean[] {
  const rising = risingAlready(origins)
  if (rising !== undefined) return rising
  // Patience sorting: tops[k] is the element that ends the best run of length k + 1.
  const tops = new Int32Array(origins.length)
  const previous = new Int32Array(origins.length)
  let piles = 0
  for (let position = 0; position < origins.length; position++) {
    const origin = origins[position] as number
    if (origin < 0) continue
    const isBefore = (index: number): boolean => (origins[tops[index] as number] as number) < origin
    // Hardly any element moves: most end the longest run so far.
    const pile = piles === 0 || isBefore(piles - 1) ? piles : firstFrom(piles, isBefore)
    previous[position] = pile === 0 ? -1 : (tops[pile - 1] as number)
    tops[pile] = position
    if (pile === piles) piles++
  }
  const stays = new Array<boolean>(origins.length).fill(false)
  for (let at = piles === 0 ? -1 : (tops[piles - 1] as number); at >= 0; at = previous[at] as number)
    stays[at] = true
  return stays
}

function risingAlready(origins: readonly number[]): boolean[] | undefined {
  let last = -1
  for (const origin of origins) {
    if (origin < 0) continue
    if (origin < last) return undefined
    last = origin
  }
  return origins.map((origin) => origin >= 0)
}
