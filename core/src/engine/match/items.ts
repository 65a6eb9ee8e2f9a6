import type { Intent } from '../../model/intent.ts'
import { sameJson } from '../../model/json.ts'
import { at } from '../../model/lists.ts'
import type { Part, Turn } from '../../model/transcript.ts'

const none: ReadonlyMap<Turn, boolean> = new Map()

/** The turns whose name an earlier one has, and whether they say what that one says. */
export function repeatsIn(turns: readonly Turn[]): ReadonlyMap<Turn, boolean> {
  const firsts = new Map<string, Turn>()
  let repeats: Map<Turn, boolean> | undefined
  for (const turn of turns) {
    if (turn.itemId === undefined) continue
    const first = firsts.get(turn.itemId)
    if (first === undefined) firsts.set(turn.itemId, turn)
    else {
      repeats ??= new Map()
      repeats.set(turn, saysTheSame(first, turn))
    }
  }
  return repeats ?? none
}

function saysTheSame(first: Turn, second: Turn): boolean {
  if (first.parts.length === 0) return sameJson(first.raw, second.raw)
  return (
    first.speaker === second.speaker &&
    first.shape === second.shape &&
    first.parts.length === second.parts.length &&
    first.parts.every((part, index) => isSamePart(part, at(second.parts, index)))
  )
}

/** Whether two items say the same; the members that tell their progress may differ. */
function isSamePart(first: Part, second: Part): boolean {
  if (first.kind === 'call' && second.kind === 'call')
    return (
      first.id === second.id &&
      first.name === second.name &&
      first.tool === second.tool &&
      sameJson(first.arguments, second.arguments)
    )
  if (first.kind === 'result' && second.kind === 'result')
    return first.id === second.id && first.tool === second.tool && sameJson(first.content, second.content)
  return first.kind === second.kind && sameJson(first.raw, second.raw)
}

/**
 * Takes an item's name away. One that is nothing without it goes: a reference, and reasoning that is
 * known to the provider by its name alone.
 */
export function unname(turn: Turn): Intent {
  const only = turn.shape === 'self' ? turn.parts[0] : undefined
  const isNothing =
    (only?.kind === 'reasoning' && !only.signed) || (only?.kind === 'other' && only.isReference === true)
  return isNothing ? { do: 'drop', turn } : { do: 'unset', on: turn, fact: 'itemId' }
}
