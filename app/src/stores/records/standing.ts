import type { Store } from '../contract/store.ts'
import { treeOf } from '../links/links.ts'
import { readRecords } from './entries.ts'

const lineBreak = 10

/**
 * Whether what was appended to a session can stand behind earlier bytes of it.
 *
 * A record whose parent is not in the file begins a conversation of its own: all that was said before is not seen any
 * more. One that is written behind half a line cannot be read at all.
 */
export function canStandBehind(
  store: Store,
  earlier: Uint8Array,
  current: Uint8Array,
  appended: Uint8Array,
): boolean {
  // Nothing can be written behind the end of an array.
  if (store.arrayFile !== undefined) return false
  if (earlier.length > 0 && earlier.at(-1) !== lineBreak) return false
  const known = new Set([...missingIn(store, earlier), ...missingIn(store, current)])
  return missingIn(store, Buffer.concat([earlier, appended])).every((id) => known.has(id))
}

/** The ids that records name as their parents, though there is none of that id. */
function missingIn(store: Store, bytes: Uint8Array): readonly string[] {
  if (store.links === undefined) return []
  // Some agents tie such records to others; other programs do not.
  const { relinked: _, ...links } = store.links
  const { strays, parentIdOf } = treeOf(readRecords(bytes, store).entries, links)
  return strays().flatMap((index) => parentIdOf(index) ?? [])
}
