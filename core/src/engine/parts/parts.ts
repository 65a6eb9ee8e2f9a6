import type { TurnRange } from '../../model/format.ts'
import type { Turn, Unreadable } from '../../model/transcript.ts'
import { plainId } from '../match/identity.ts'
import { Plain } from '../plain/plain.ts'
import type { Task } from '../task.ts'
import { endOfStretch, type StretchTurns, stretchStart } from './stretches.ts'
import { Suspects } from './suspects.ts'

/** The turns of a document that must be read: none of a plain one, all, or some ranges that the rest does not concern. */
export type ReadParts = 'none' | 'all' | readonly TurnRange[]

/**
 * Finds the turns that must be read.
 *
 * Most stretches of a damaged conversation are plain and share no id with a suspicious one: nothing that is done
 * elsewhere can concern them. A stretch starts with the model and ends before the model speaks again, so no rule about
 * neighbours looks beyond it.
 */
export function partsToRead({ document, api, tail }: Task): ReadParts {
  const { format } = api
  const turns = format.plain === undefined ? undefined : format.turnsOf(document)
  if (turns === undefined) return 'all'
  const plain = new Plain(api, format.factsOf(document))
  const suspects = new Suspects(format, plain, turns)
  const ranges = suspects.end(tail)
  if (typeof ranges === 'string') return ranges
  const read = turnsIn(suspects, ranges)
  if (!read.every((turn) => plain.isLocal(turn)) || !plain.isFineAsWhole) return 'all'
  return withSharers(suspects, ranges, plain, idsIn(read))
}

/** Ranges with the plain stretches that share an id with them. */
function withSharers(
  turns: StretchTurns,
  ranges: readonly TurnRange[],
  plain: Plain,
  ids: ReadonlySet<string>,
): readonly TurnRange[] {
  const others = plain
    .holders(ids)
    .map((at): TurnRange => ({ start: stretchStart(turns, 0, at), end: endOfStretch(turns, at + 1) }))
  return others.length === 0 ? ranges : joined([...ranges, ...others])
}

function turnsIn({ format, turns }: StretchTurns, ranges: readonly TurnRange[]): Turn[] {
  const unreadable: Unreadable[] = []
  return ranges.flatMap(({ start, end }) =>
    turns.slice(start, end).map((raw, index) => format.readTurn(raw, start + index, [], unreadable)),
  )
}

/** The ids of calls and results in some turns, without signatures, and the names of items. */
export function idsIn(turns: readonly Turn[]): ReadonlySet<string> {
  const ids = new Set<string>()
  for (const { itemId, parts } of turns) {
    if (itemId !== undefined) ids.add(itemId)
    for (const part of parts) {
      if (part.kind !== 'call' && part.kind !== 'result') continue
      for (const id of [part.id, part.alias]) if (id !== undefined) ids.add(plainId(id))
    }
  }
  return ids
}

/** Ranges in order, joined where they touch. */
export function joined(given: readonly TurnRange[]): readonly TurnRange[] {
  const ranges: { start: number; end: number }[] = []
  for (const { start, end } of [...given].sort((left, right) => left.start - right.start)) {
    const last = ranges.at(-1)
    if (last === undefined || last.end < start) ranges.push({ start, end })
    else last.end = Math.max(last.end, end)
  }
  return ranges
}
