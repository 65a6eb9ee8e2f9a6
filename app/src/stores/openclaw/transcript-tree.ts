import { isObject, type JsonObject } from '../records/json.ts'

/** The active branch of a session in a database, as OpenClaw itself finds it. */
export interface Branch {
  /** The positions of its records, first to last; undefined where no record is linked: then all records count. */
  readonly path: readonly number[] | undefined
  /** The id that the next record gets as its parent. */
  readonly parent: string | null
}

/** A record that has a place in the tree. */
interface Node {
  readonly index: number
  readonly parent: string | null
  /** Records of navigation choose a leaf; they are no part of the way. */
  readonly isControl: boolean
}

/** A record, as far as it says by itself where it belongs. */
interface Link {
  readonly id: string
  readonly parent: string | null
  /** The leaf that it makes the active one; undefined if it leaves the leaf as it is. */
  readonly leaf: string | null | undefined
  /** The parent of the next record. */
  readonly next: string | null
}

const entryTypes: ReadonlySet<unknown> = new Set([
  'message',
  'thinking_level_change',
  'model_change',
  'compaction',
  'reset',
  'branch_summary',
  'custom',
  'custom_message',
  'label',
  'session_info',
])

/** Whether OpenClaw knows the type of a record as one of its own entries. */
export function isEntry(value: unknown): value is JsonObject {
  return isObject(value) && entryTypes.has(value.type)
}

/**
 * Follows the records of a session in their order, and finds the branch that is active after the last one.
 *
 * OpenClaw 2026.8 to 2026.9 do so. A parent that is not there is taken for the leaf, and nothing before a `reset` comes back.
 */
export function branchOf(values: readonly unknown[]): Branch {
  const scan = new Scan()
  for (const [index, value] of values.entries()) scan.add(value, index)
  const path = scan.path()
  return { path: path.length > 0 || scan.hasControl ? path : undefined, parent: scan.next }
}

/** The records that others really follow, by position; a record that follows none is left out. */
export function parentsIn(values: readonly unknown[]): ReadonlyMap<number, number> {
  const scan = new Scan()
  for (const [index, value] of values.entries()) scan.add(value, index)
  return scan.parents()
}

class Scan {
  hasControl = false
  next: string | null = null
  private leaf: string | null = null
  private readonly nodes = new Map<string, Node>()
  private readonly invalid = new Set<string>()
  /** The last `reset` and all that follows it. */
  private sinceReset: Set<string> | undefined

  add(value: unknown, index: number): void {
    const isControl = isObject(value) && value.type === 'leaf'
    const own = linkOf(value)
    const link = own !== undefined && isControl ? this.afterReset(own) : own
    if (link !== undefined && isControl && !(this.isKnown(link.leaf) && this.isKnown(link.next))) {
      this.invalid.add(link.id)
      this.nodes.set(link.id, { index, parent: textOrNull(value.parentId), isControl })
      return
    }
    const placed = link ?? unlinked(value, this.leaf)
    if (placed === undefined) return
    const parent = isEntry(value) ? this.parentOf(value, placed, link !== undefined) : placed.parent
    this.nodes.set(placed.id, { index, parent, isControl })
    if (isObject(value) && value.type === 'reset') this.sinceReset = new Set([placed.id])
    else if (parent !== null && this.sinceReset?.has(parent)) this.sinceReset.add(placed.id)
    this.next = placed.next
    if (placed.leaf !== undefined) this.leaf = placed.leaf
    this.hasControl ||= isControl
  }

  /** The positions on the way to the active leaf; none if its parents lead back to it. */
  path(): readonly number[] {
    const path: number[] = []
    const passed = new Set<string>()
    for (let id = this.leaf; id !== null && id !== ''; ) {
      if (passed.has(id)) return []
      passed.add(id)
      const node = this.nodes.get(id)
      if (node === undefined) break
      if (!node.isControl) path.push(node.index)
      id = node.parent
    }
    return path.reverse()
  }

  parents(): ReadonlyMap<number, number> {
    const parents = new Map<number, number>()
    for (const { index, parent } of this.nodes.values()) {
      const before = parent === null ? undefined : this.nodes.get(parent)?.index
      if (before !== undefined) parents.set(index, before)
    }
    return parents
  }

  /** Navigation does not lead back behind a `reset`. */
  private afterReset(link: Link): Link {
    const { leaf } = link
    const leadsBack = leaf === null || (leaf !== undefined && !this.sinceReset?.has(leaf))
    if (this.sinceReset === undefined || this.leaf === null || leaf === undefined || !leadsBack) return link
    return { ...link, parent: this.leaf, leaf: this.leaf, next: this.leaf }
  }

  private isKnown(id: string | null | undefined): boolean {
    return id === undefined || id === null || (this.nodes.has(id) && !this.invalid.has(id))
  }

  /** The record that an entry really follows: the active leaf in the place of a parent that cannot be followed. */
  private parentOf(value: JsonObject, { parent }: Link, isLinked: boolean): string | null {
    if (value.appendMode === 'side') return this.behindControls(parent)
    const isBeforeReset = this.sinceReset !== undefined && (parent === null || !this.sinceReset.has(parent))
    const isLost = isLinked && parent !== null && !this.nodes.has(parent) && this.leaf !== null
    const isBesideLeaf = isLinked && parent === this.next && this.leaf !== this.next
    return this.behindControls(isBeforeReset || isLost || isBesideLeaf ? this.leaf : parent)
  }

  private behindControls(parent: string | null): string | null {
    const passed = new Set<string>()
    let id = parent
    while (id !== null && !passed.has(id)) {
      const node = this.nodes.get(id)
      if (node?.isControl !== true) return id
      passed.add(id)
      id = node.parent
    }
    return id
  }
}

/** Whether a record says which one it follows. */
export function isLinked(value: unknown): boolean {
  return linkOf(value) !== undefined
}

function linkOf(value: unknown): Link | undefined {
  if (!isObject(value) || value.type === 'session' || !Object.hasOwn(value, 'parentId')) return undefined
  const id = worded(value.id)
  const parent = value.parentId === null ? null : worded(value.parentId)
  if (id === undefined || parent === undefined) return undefined
  if (value.type === 'leaf') return controlOf(value, id)
  return { id, parent, leaf: isEntry(value) && value.appendMode !== 'side' ? id : undefined, next: id }
}

function controlOf({ targetId, appendParentId, appendMode }: JsonObject, id: string): Link | undefined {
  const leaf = targetId === null ? null : worded(targetId)
  const next = appendParentId === undefined ? leaf : appendParentId === null ? null : worded(appendParentId)
  const isModeKnown = appendMode === undefined || appendMode === 'side'
  if (leaf === undefined || next === undefined || !isModeKnown) return undefined
  return { id, parent: leaf, leaf, next }
}

/** An entry without a parent stands behind the active leaf. */
function unlinked(value: unknown, leaf: string | null): Link | undefined {
  const id = isEntry(value) && !Object.hasOwn(value, 'parentId') ? worded(value.id) : undefined
  if (id === undefined || !isObject(value)) return undefined
  return { id, parent: leaf, leaf: value.appendMode === 'side' ? undefined : id, next: id }
}

function worded(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
