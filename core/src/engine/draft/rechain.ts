import type { Turn } from '../../model/transcript.ts'
import { type Draft, setFact } from './draft.ts'

/** How turns name each other: the facts `id` and `parent`, as a turn has them. */
export interface Chain {
  idOf(raw: unknown): string | undefined
  /** The id of the turn before it; null where it is the first, undefined where it does not tell. */
  parentOf(raw: unknown): unknown
}

/**
 * Names the turns that the draft made, where turns name each other.
 *
 * A new turn is named after the one before it, and the turn after it follows it. Where a parent only went, nothing is
 * changed, since a list is read on where a parent is missing; unless a turn of another branch stands there.
 */
export function rechainBy(chain: Chain): (draft: Draft) => void {
  return ({ context: { reading }, turns }) => {
    if (turns === reading.turns || !reading.turns.some(({ raw }) => chain.idOf(raw) !== undefined)) return
    const links = new ItemLinks(chain, reading.turns, turns)
    for (const turn of turns) links.add(turn)
  }
}

class ItemLinks {
  private readonly chain: Chain
  private readonly ids: Set<string>
  private readonly staying: ReadonlySet<unknown>
  private readonly read: ReadonlySet<number>
  /** Whether turns name their parents, and not only themselves. */
  private readonly areLinked: boolean
  private last: string | undefined
  /** The position of the last turn that is not new. */
  private position = -1
  /** The turn that a new one was put after, by its name, and why. */
  private parted: { readonly id: string; readonly why: string } | undefined

  constructor(chain: Chain, before: readonly Turn[], after: readonly Turn[]) {
    this.chain = chain
    this.ids = new Set(before.flatMap(({ raw }) => chain.idOf(raw) ?? []))
    this.staying = new Set(after.map(({ raw }) => chain.idOf(raw)))
    this.read = new Set(before.map(({ index }) => index))
    this.areLinked = before.some(({ raw }) => chain.parentOf(raw) !== undefined)
  }

  add(turn: Turn): void {
    if (turn.index < 0) this.name(turn)
    else this.follow(turn)
  }

  private name(turn: Turn): void {
    if (this.last === undefined) return
    let id = `${this.last}-next`
    while (this.ids.has(id)) id = `${id}-next`
    this.ids.add(id)
    turn.chained = new Map([['id', id], ...(this.areLinked ? ([['parent', this.last]] as const) : [])])
    this.parted ??= { id: this.last, why: turn.why ?? moved }
    this.last = id
  }

  private follow(turn: Turn): void {
    if (this.last !== undefined && this.isAstray(turn))
      setFact(turn, 'parent', this.last, turn.why ?? this.parted?.why ?? moved)
    this.parted = undefined
    this.position = turn.index
    this.last = this.chain.idOf(turn.raw) ?? this.last
  }

  /** Whether a turn no longer follows the one before it. */
  private isAstray({ raw, index }: Turn): boolean {
    const parent = this.chain.parentOf(raw)
    if (typeof parent !== 'string') return false
    if (parent === this.parted?.id) return true
    return !this.staying.has(parent) && (this.parted !== undefined || this.isAfterAnother(index))
  }

  /** Whether a turn that was not read stands between the last one and this position. */
  private isAfterAnother(index: number): boolean {
    for (let between = this.position + 1; between < index; between++) if (!this.read.has(between)) return true
    return false
  }
}

// A turn that nothing else was done to stands after another one now.
const moved = 'result-out-of-place'
