import type { Edit, Remove } from '../../model/edit.ts'
import { isObject } from '../../model/json.ts'
import { at } from '../../model/lists.ts'
import type { Place } from '../../model/place.ts'
import { sortEdits } from './invert.ts'
import { diffList, type ListWriting } from './list-diff.ts'
import { diffValues, type WhysGone } from './value-diff.ts'

/** A list of turns that was made of another one. */
export interface Lineage {
  readonly raws: readonly unknown[]
  /** By position, where a turn stood in the other list; -1 for what is new. */
  readonly origins: readonly number[]
  /** By position, why a turn is new, or other than it was. */
  readonly whys: ReadonlyMap<number, string>
}

/** Two documents, and how the turns of one came from the other's. */
export interface DiffedDocuments {
  readonly before: unknown
  readonly after: unknown
  readonly root: Place
  readonly turns: readonly unknown[]
  readonly lineage: Lineage
  /** Why an old turn is no more. */
  readonly whyGone: (origin: number) => string
  /** Why what stands outside the turns is other than it was. */
  readonly whyBody: string
  /** Why elements of lists inside the turns were taken out, where that is known of some. */
  readonly whysGone?: WhysGone
}

/** The edits that make one document of another, where it is known which turns stayed. */
export function editsBetween(change: DiffedDocuments): readonly Edit[] {
  const { before, after, root, whyBody } = change
  const inside = listEdits(change)
  if (root.length === 0) return inside
  const outside = diffValues(withTurns(before, root, nothing), withTurns(after, root, nothing), whyBody)
  const isWhole = outside.some(({ at }) => at.every((step, depth) => step === root[depth]))
  if (isWhole) return [{ do: 'replace', at: [], from: before, value: after, why: whyBody }]
  return outside.length === 0 ? inside : sortEdits([...outside, ...inside])
}

const nothing: readonly unknown[] = []

/** Looks only at turns that went, changed or came, and at what something new was put behind. */
function listEdits({ root, turns, lineage, whyGone, whysGone }: DiffedDocuments): readonly Edit[] {
  const { raws, origins } = lineage
  const known: number[] = []
  const positions: number[] = []
  let next = 0
  origins.forEach((origin, position) => {
    const isNew = origin < 0
    for (; !isNew && next < origin; next++) known.push(next)
    const isSame = !isNew && raws[position] === turns[origin]
    if (!isNew) next = origin + 1
    if (isSame && (origins[position + 1] ?? 0) >= 0) return
    if (!isNew) known.push(origin)
    positions.push(position)
  })
  for (; next < turns.length; next++) known.push(next)
  return diffList(root, turns, positions, writingOf(lineage, turns, whysGone), whyGone, known)
}

/** How a list of turns is written, by position. */
function writingOf(
  { raws, origins, whys }: Lineage,
  turns: readonly unknown[],
  whysGone: WhysGone | undefined,
): ListWriting<number> {
  const originOf = (position: number): number => at(origins, position)
  const whyOf = (position: number): string => whys.get(position) ?? ''
  return {
    originOf,
    nearOf: () => -1,
    whyOf,
    valueOf: (position) => raws[position],
    isChanged: (position) => raws[position] !== turns[originOf(position)],
    editsIn: (position, place) =>
      diffValues(turns[originOf(position)], raws[position], whyOf(position), place, whysGone),
  }
}

/** Why edits take elements out of lists that stand inside the turns. */
export function whysGoneIn(edits: readonly Edit[], root: Place): WhysGone {
  const gone = edits.filter((edit) => edit.do === 'remove' && edit.at.length > root.length + 1)
  return new Map(gone.map((edit) => [(edit as Remove).value, edit.why]))
}

/** The same document with another list of turns. */
export function withTurns(document: unknown, root: Place, turns: readonly unknown[]): unknown {
  const [step, ...rest] = root
  if (step === undefined) return turns
  if (!isObject(document)) return document
  return { ...document, [step]: withTurns(document[step], rest, turns) }
}

/** The origins of the turns after edits, given the origins of the turns before them. */
export function lineageAfter(
  edits: readonly Edit[],
  root: Place,
  before: Lineage,
  after: readonly unknown[],
): Lineage {
  if (edits.length === 0) return before
  const depth = root.length
  const own = edits.filter(({ at }) => at.length > depth && root.every((step, index) => at[index] === step))
  const origins: number[] = []
  const whys = new Map<number, string>()
  let next = 0
  for (let position = 0; position <= before.raws.length; position++) {
    let isGone = false
    let why = before.whys.get(position)
    for (let edit = own[next]; edit?.at[depth] === position; edit = own[++next]) {
      const isHere = edit.at.length === depth + 1
      if (isHere && edit.do === 'insert') whys.set(origins.push(-1) - 1, edit.why)
      else if (isHere && edit.do === 'remove') isGone = true
      else why = edit.why
    }
    const origin = before.origins[position]
    if (isGone || origin === undefined) continue
    const moved = origins.push(origin) - 1
    if (why !== undefined) whys.set(moved, why)
  }
  return { raws: after, origins, whys }
}

const noWhys: ReadonlyMap<number, string> = new Map()

/** A list of turns that nothing has happened to since. */
export function sameLineage(turns: readonly unknown[], whys: Lineage['whys'] = noWhys): Lineage {
  const origins = new Array<number>(turns.length)
  for (let position = 0; position < turns.length; position++) origins[position] = position
  return { raws: turns, origins, whys }
}
