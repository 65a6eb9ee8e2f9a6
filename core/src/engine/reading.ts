import type { Facts } from '../model/facts.ts'
import type { Format, Reading, TurnRange } from '../model/format.ts'
import type { Turn, Unreadable } from '../model/transcript.ts'

/** Reads every turn of a document. */
export function readAll(document: unknown, format: Format): Reading {
  const raws = format.turnsOf(document)
  const unreadable: Unreadable[] = raws === undefined ? [{ at: [], wanted: 'a list of messages' }] : []
  const root = format.rootOf(document)
  const turns: Turn[] = []
  const isSent = sentAmong(raws ?? [], format)
  for (let index = 0; index < (raws?.length ?? 0); index++)
    if (isSent?.(index) !== false) turns.push(format.readTurn(raws?.[index], index, root, unreadable))
  format.settle?.(turns)
  return { turns, facts: format.factsOf(document), root, unreadable, isPartial: isSent !== undefined }
}

/** Reads the turns in these ranges; the others are known to be sound. */
export function readRanges(
  document: unknown,
  format: Format,
  ranges: readonly TurnRange[],
  facts: Facts = format.factsOf(document),
): Reading {
  const raws = format.turnsOf(document) ?? []
  const unreadable: Unreadable[] = []
  const root = format.rootOf(document)
  const turns: Turn[] = []
  const isSent = sentAmong(raws, format)
  for (const { start, end } of ranges) {
    for (let index = start; index < end; index++)
      if (isSent?.(index) !== false) turns.push(format.readTurn(raws[index], index, root, unreadable))
  }
  format.settle?.(turns)
  return {
    turns,
    facts,
    root,
    unreadable,
    isPartial:
      isSent !== undefined || ranges.length !== 1 || ranges[0]?.end !== raws.length || ranges[0].start !== 0,
  }
}

/** Whether a turn is sent, by its position; undefined where all of them are. */
function sentAmong(raws: readonly unknown[], format: Format): ((index: number) => boolean) | undefined {
  const sent = format.sentPositions?.(raws)
  if (sent === undefined) return undefined
  const positions = new Set(sent)
  return (index) => positions.has(index)
}
