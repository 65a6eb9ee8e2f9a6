import { isSigned } from '../engine/binding/loosened.ts'
import type { Task } from '../engine/task.ts'
import type { Withdrawals } from '../model/binding.ts'
import type { Format } from '../model/format.ts'
import { takesInstructions } from '../model/rulebook.ts'
import type { ChangedConversation } from './conversations.ts'
import { trailOf } from './trail.ts'

/**
 * Where tools may be taken from the model among the turns of a request; undefined where its model takes no such turn.
 *
 * A conversation whose head was edited keeps that head, and one without bound reasoning loses nothing by such an edit.
 */
export function withdrawalsIn(
  { api: { format, rulebook }, document }: Task,
  known: ChangedConversation | undefined,
  mayTake: (tool: string) => boolean,
): Withdrawals | undefined {
  const row = rulebook.rows['unknown-role']
  if (row === undefined || !takesInstructions(row, format.factsOf(document))) return undefined
  const isFree = known?.isHeadEdited !== true && holdsBound(format, document)
  return { places: placesIn(format, document, known), mayAdd: (tool) => isFree && mayTake(tool) }
}

function placesIn(
  format: Format,
  document: unknown,
  known: ChangedConversation | undefined,
): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  if (known === undefined || known.withdrawn.size === 0) return places
  const { upTo } = trailOf(format, document)
  for (const [tool, digest] of known.withdrawn) {
    const count = upTo.indexOf(digest)
    if (count > 0) places.set(tool, count)
  }
  return places
}

/** The tools that a repair has taken from the model among the turns. */
export function newlyWithdrawn(format: Format, before: unknown, after: unknown): readonly string[] {
  if (before === after) return []
  const given = withdrawnIn(format, before)
  return [...withdrawnIn(format, after)].filter((tool) => !given.has(tool))
}

/** Notes where tools were taken away: at the places that were known, or after the last turn of the document. */
export function noteWithdrawn(known: ChangedConversation, { api, document }: Task, repaired: unknown): void {
  const tools = newlyWithdrawn(api.format, document, repaired)
  const end = tools.length === 0 ? '' : (trailOf(api.format, document).upTo.at(-1) ?? '')
  const places = tools.map((tool) => [tool, known.withdrawn.get(tool) ?? end] as const)
  known.withdrawn = new Map(places)
}

function withdrawnIn(format: Format, document: unknown): ReadonlySet<string> {
  const { declarations = [] } = format.offers?.offersOf(document) ?? {}
  return new Set(declarations.flatMap(({ isWithdrawn, names }) => (isWithdrawn ? names.slice(0, 1) : [])))
}

function holdsBound(format: Format, document: unknown): boolean {
  return (format.turnsOf(document) ?? []).some((turn) =>
    format.readTurn(turn, 0, [], []).parts.some(isSigned),
  )
}
