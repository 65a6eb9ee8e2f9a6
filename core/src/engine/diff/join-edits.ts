import type { Edit } from '../../model/edit.ts'
import type { Place } from '../../model/place.ts'
import { applyEdits } from './apply.ts'
import { editsBetween, type Lineage, lineageAfter, sameLineage, whysGoneIn } from './between.ts'
import { sortEdits } from './invert.ts'
import { diffValues } from './value-diff.ts'

/** A document, where its turns stand, and how to find them. */
interface BaseEdits {
  readonly document: unknown
  readonly root: Place
  turnsOf(document: unknown): readonly unknown[] | undefined
}

/** The edits that do at once what two lists of edits do one after the other. */
export function joinEdits(base: BaseEdits, first: readonly Edit[], second: readonly Edit[]): readonly Edit[] {
  const { document, root, turnsOf } = base
  const between = applyEdits(document, first)
  const after = applyEdits(between, second)
  const whyBody = second[0]?.why ?? ''
  const [turns, middle, last] = [document, between, after].map(turnsOf)
  const isInside = [...first, ...second].every(({ at }) => at.length > root.length || !isOnWay(at, root))
  if (!isInside || turns === undefined || middle === undefined || last === undefined)
    return sortEdits(diffValues(document, after, whyBody))
  const once = lineageAfter(first, root, sameLineage(turns), middle)
  const lineage = lineageAfter(second, root, once, last)
  const gone = new Map([...goneIn(first, root, undefined), ...goneIn(second, root, once)])
  const whyGone = (origin: number): string => gone.get(origin) ?? whyBody
  const whysGone = whysGoneIn([...first, ...second], root)
  return sortEdits(
    editsBetween({ before: document, after, root, turns, lineage, whyGone, whyBody, whysGone }),
  )
}

/** Whether a place is that of the list of turns, or of something that holds it. */
function isOnWay(at: Place, root: Place): boolean {
  return at.every((step, depth) => step === root[depth])
}

/** Why turns were taken out, each by its position in the first document. */
function goneIn(edits: readonly Edit[], root: Place, lineage: Lineage | undefined): [number, string][] {
  return edits.flatMap(({ do: what, at, why }): [number, string][] => {
    const isTurn = what === 'remove' && at.length === root.length + 1 && isOnWay(root, at)
    const position = Number(at.at(-1))
    return isTurn ? [[lineage?.origins[position] ?? position, why]] : []
  })
}
