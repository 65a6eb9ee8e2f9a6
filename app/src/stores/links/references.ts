import { memberEdit, type RecordEdits } from '../changes/record-edits.ts'
import type { Entry, Links } from '../contract/store.ts'
import { memberAt } from '../records/json.ts'
import type { Tree } from './links.ts'

/** Records of which some go. */
interface Going {
  readonly entries: readonly Entry[]
  readonly links: Links
  readonly tree: Tree
  readonly removed: ReadonlyMap<number, string>
  /** The id of the nearest record that stays. */
  near(index: number): string | undefined
}

/** Lets members that name a record that goes name the nearest record that stays. */
export function moveReferences({ entries, links, tree, removed, near }: Going, edits: RecordEdits): void {
  for (const { index, value } of entries) {
    if (removed.has(index)) continue
    for (const path of links.others) {
      const id = memberAt(value, path)
      const target = typeof id === 'string' ? tree.find(id) : undefined
      const why = target === undefined ? undefined : removed.get(target)
      const living = why === undefined ? undefined : near(target as number)
      if (living !== undefined) edits.add(index, memberEdit(value, path, living, why as string))
    }
  }
}
