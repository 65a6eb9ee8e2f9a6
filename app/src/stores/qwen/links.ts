import type { Entry, Links } from '../contract/store.ts'
import type { Tree } from '../links/links.ts'
import { itemAt } from '../records/lists.ts'
import { isAside } from './record.ts'

/** How Qwen Code's records point to each other; a fork names a record of the session that it was copied from. */
export const links: Links = {
  id: ['uuid'],
  shape: 'uuid',
  parent: ['parentUuid'],
  apart: ['isSidechain'],
  others: [],
  relinked: bridged,
  bridgesGaps: true,
}

/**
 * The parents of records whose own parent is not in the file: the last record of the part before.
 *
 * ```
 * a ── b      (c is lost)      d ── e        d follows b
 * ```
 * Qwen Code bridges such a gap so as it loads a session. Only a rewind is no gap: it leaves what was before.
 */
function bridged(entries: readonly Entry[], tree: Tree): ReadonlyMap<number, number> {
  const parents = new Map<number, number>()
  const rootOf = (index: number): number => {
    const passed = new Set<number>()
    let at = index
    for (let next: number | undefined = index; next !== undefined && !passed.has(next); ) {
      passed.add(next)
      at = next
      next = tree.parentOf(next)
    }
    return at
  }
  for (const index of tree.strays()) {
    const { value } = itemAt(entries, index)
    if (value.subtype === 'rewind') continue
    // Parents stand before their children, so all that stands before a gap is another part.
    const isKin = (at: number): boolean =>
      tree.idOf(at) !== undefined &&
      isAside(itemAt(entries, at).value) === isAside(value) &&
      rootOf(at) !== index
    for (let at = index - 1; at >= 0; at--) {
      if (!isKin(at)) continue
      parents.set(index, at)
      break
    }
  }
  return parents
}
