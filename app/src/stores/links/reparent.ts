import type { Arrival, Change, Placed } from '../changes/change.ts'
import { keptAs } from '../changes/kept-words.ts'
import { parentEdit, RecordEdits } from '../changes/record-edits.ts'
import type { Links } from '../contract/store.ts'
import { type JsonObject, withMember } from '../records/json.ts'
import { itemAt } from '../records/lists.ts'
import { leafToMove } from './leaf.ts'
import { type Tree, treeOf, turnsFrom, wayTo } from './links.ts'
import { goesForGood, movesIn } from './moves.ts'
import type { Moving } from './moving.ts'
import { newId } from './new-id.ts'
import { moveReferences } from './references.ts'
import { inARow, isRow } from './row.ts'
import { StretchStarts } from './stretch-starts.ts'
import { moveStretches } from './stretches.ts'

/** Places new records, and gives another parent to the records beside one that comes or goes. */
export function reparent(moving: Moving): Omit<Change, 'edits'> {
  const { links } = moving.store
  return links === undefined || isRow(moving.entries, links)
    ? inARow(moving)
    : new Reparenting(moving, links).run()
}

class Reparenting {
  private readonly moving: Moving
  private readonly links: Links
  private readonly tree: Tree
  private readonly values: readonly JsonObject[]
  private readonly positions: ReadonlyMap<number, number>
  /** The records on the way to the last one. */
  private readonly way: ReadonlySet<number>
  /** Of each record on the way, the position of the first turn from there on: what is no turn only leads to it. */
  private readonly nextTurns: ReadonlyMap<number, number>
  private readonly starts: StretchStarts
  /** Of each position of the lane, the first turn from there on that is on the way and stays. */
  private readonly nextOnWay: readonly (number | undefined)[]
  /** The new parents of records, and why. */
  private readonly parents = new Map<number, { readonly id: string | undefined; readonly why: string }>()
  private readonly placed: Placed[] = []
  /** The ids of the records that were placed. */
  private readonly placedIds = new Set<string>()
  /** The id of the record that was last put at the end. */
  private end: string | undefined

  constructor(moving: Moving, links: Links) {
    const { entries, lane } = moving
    this.moving = moving
    this.links = links
    this.tree = treeOf(entries, links)
    this.values = lane.turns.map((index) => itemAt(entries, index).value)
    this.positions = new Map(lane.turns.map((index, position) => [index, position]))
    this.way = wayTo(this.tree, lane.leaf)
    this.nextTurns = turnsFrom(this.way, this.positions)
    this.starts = new StretchStarts(moving, links, this.tree, [...this.way].reverse())
    this.nextOnWay = this.staying()
  }

  run(): Omit<Change, 'edits'> {
    const { entries, leaving, arrivals, isHiding = false } = this.moving
    const { movedFor, removed } = movesIn(this.moving)
    for (const { index } of entries) {
      const parent = this.tree.parentOf(index)
      const why = parent === undefined ? undefined : leaving.get(parent)
      // A child of a hidden record that is not sent either stays with it.
      const stays = isHiding && !goesForGood(why) && !this.way.has(index) && !this.positions.has(index)
      if (why !== undefined && !stays)
        this.parents.set(index, { id: this.siblingId(index) ?? this.livingId(index), why })
    }
    this.drawIn(removed)
    for (const arrival of arrivals) this.place(arrival, movedFor.get(arrival))
    if (this.end === undefined) {
      const last = leafToMove(this.moving, this.links, this.tree, this.leafId())
      if (last !== undefined) this.placed.push(last)
    }
    const links = this.linkEdits(removed)
    if (!isHiding) return { links, removed, placed: this.placed }
    const those = (isGone: boolean): Map<number, string> =>
      new Map([...removed].filter(([, why]) => goesForGood(why) === isGone))
    return { links, removed: those(true), hidden: those(false), placed: this.placed }
  }

  /** Puts turns on the way that were sent only because of their parent, if the parent goes. */
  private drawIn(removed: ReadonlyMap<number, string>): void {
    const { lane, leaving } = this.moving
    for (const [position, index] of lane.turns.entries()) {
      const why = removed.get(this.tree.parentOf(index) ?? -1)
      const id = this.tree.idOf(index)
      if (why === undefined || id === undefined || this.way.has(index) || leaving.has(index)) continue
      const child = this.childAfter(position)
      if (child === undefined || wayTo(this.tree, index).has(child)) continue
      this.parents.set(index, { id: this.parentIdOf(child), why })
      this.parents.set(child, { id, why })
      this.placedIds.add(id)
    }
  }

  private staying(): (number | undefined)[] {
    const { lane, leaving } = this.moving
    const next: (number | undefined)[] = []
    for (let position = lane.turns.length - 1; position >= 0; position--) {
      const index = itemAt(lane.turns, position)
      next[position] = this.way.has(index) && !leaving.has(index) ? index : next[position + 1]
    }
    return next
  }

  /** The id of the nearest record before this one that does not leave its place. */
  private livingId(index: number): string | undefined {
    const { leaving } = this.moving
    let at = index
    for (let parent = this.tree.parentOf(at); parent !== undefined && leaving.has(parent); ) {
      at = parent
      parent = this.tree.parentOf(at)
    }
    const id = this.tree.parentIdOf(at)
    const isMissing = id !== undefined && this.tree.find(id) === undefined
    return (isMissing && at !== index ? this.turnBefore(at, index) : undefined) ?? id
  }

  /**
   * The id of the turn before a record on the way, where that turn is not on it.
   *
   * It may be sent only because of the record that goes: then it becomes the parent of what follows.
   */
  private siblingId(index: number): string | undefined {
    const { lane, leaving } = this.moving
    if (!this.way.has(index)) return undefined
    let position = (this.nextTurns.get(index) ?? lane.turns.length) - 1
    while (position >= 0 && leaving.has(itemAt(lane.turns, position))) position--
    const turn = lane.turns[position]
    if (turn === undefined || this.way.has(turn)) return undefined
    const way = wayTo(this.tree, turn)
    // The way must lead over the nearest record that stays.
    const living = this.tree.find(this.livingId(index) ?? '')
    if (way.has(index) || (living !== undefined && !way.has(living))) return undefined
    return this.tree.idOf(turn)
  }

  /** The id of the turn before one whose parent is missing, unless it follows the record in question. */
  private turnBefore(index: number, child: number): string | undefined {
    const { lane, leaving } = this.moving
    let position = (this.positions.get(index) ?? 0) - 1
    while (position >= 0 && leaving.has(itemAt(lane.turns, position))) position--
    const turn = lane.turns[position]
    return turn === undefined || wayTo(this.tree, turn).has(child) ? undefined : this.tree.idOf(turn)
  }

  private parentIdOf(index: number): string | undefined {
    return (this.parents.get(index) ?? { id: this.tree.parentIdOf(index) }).id
  }

  private place(arrival: Arrival, moved: number | undefined): void {
    const { position, why } = arrival
    const child = this.childAfter(position)
    const parent = child === undefined ? (this.end ?? this.leafId()) : this.parentIdOf(child)
    const id = (moved === undefined ? undefined : this.tree.idOf(moved)) ?? this.newId(parent, arrival)
    this.placedIds.add(id)
    if (child === undefined) this.end = id
    else {
      this.parents.set(child, { id, why })
      this.starts.startWith(child, id, why)
    }
    if (moved !== undefined) this.parents.set(moved, { id: parent, why })
    const value = moved === undefined ? this.wrap(arrival, id, parent) : undefined
    this.placed.push({ moved, value, why, ...this.spotOf(position, child) })
  }

  /**
   * The record that follows a new one at a position; undefined at the end.
   *
   * It is the next turn on the way, or the first of the records between that one and the turn before.
   */
  private childAfter(position: number): number | undefined {
    const next = this.nextOnWay[position]
    let child = next
    for (let steps = 0; child !== undefined && steps < this.way.size; steps++) {
      const id = this.parentIdOf(child)
      const parent = id === undefined ? undefined : this.tree.find(id)
      if (id !== undefined && this.placedIds.has(id)) return child
      if (this.starts.has(child)) return child
      if (parent === undefined) return next
      if ((this.positions.get(parent) ?? position) < position) return child
      child = parent
    }
    return next
  }

  private leafId(): string | undefined {
    const { lane, leaving } = this.moving
    if (lane.leaf < 0) return undefined
    return leaving.has(lane.leaf) ? this.livingId(lane.leaf) : this.tree.idOf(lane.leaf)
  }

  private newId(parent: string | undefined, { message }: Arrival): string {
    const isTaken = (id: string): boolean => this.placedIds.has(id) || this.tree.find(id) !== undefined
    return newId(this.links.shape, `${parent ?? ''}\n${JSON.stringify(message)}`, isTaken)
  }

  private wrap({ message, position }: Arrival, id: string, parent: string | undefined): JsonObject {
    const value = this.moving.store.wrap({ message, id, lane: this.values, position })
    return withMember(value, this.links.parent, parent ?? null)
  }

  /** Agents take the last record for the leaf: only the new leaf stands at the end. */
  private spotOf(position: number, child: number | undefined): { after?: number; before?: number } {
    const { lane, leaving } = this.moving
    if (child === undefined) return lane.name === 'main' ? {} : { after: lane.leaf }
    const before = lane.turns[position - 1]
    if (before === undefined || leaving.has(lane.leaf)) return { before: child }
    return before < lane.leaf ? { after: before } : { before: lane.leaf }
  }

  private linkEdits(removed: ReadonlyMap<number, string>): RecordEdits {
    const [edits, { entries }] = [new RecordEdits(), this.moving]
    for (const [index, { id, why }] of this.parents) {
      const isKept = removed.has(index) || id === this.tree.parentIdOf(index)
      if (!isKept) edits.add(index, parentEdit(itemAt(entries, index), this.links, id, why))
    }
    const going = { entries, links: this.links, tree: this.tree, removed, placed: this.placed }
    const near = (index: number): string | undefined =>
      keptAs(this.moving, this.placed, index, this.links) ?? this.livingNear(index)
    if (removed.size > 0 && !this.moving.isHiding) moveReferences({ ...going, near }, edits)
    this.starts.addTo(edits, (index) => removed.has(index))
    moveStretches(going, edits, (index) => this.parentIdOf(index))
    return edits
  }

  /** The nearest record that stays: before the one that goes, else after it. */
  private livingNear(index: number): string | undefined {
    const { lane, leaving } = this.moving
    const before = this.livingId(index)
    if (before !== undefined) return before
    const next = lane.turns.find(
      (turn, position) => position > (this.positions.get(index) ?? -1) && !leaving.has(turn),
    )
    return next === undefined ? undefined : this.tree.idOf(next)
  }
}
