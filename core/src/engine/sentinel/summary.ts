import type { Api } from '../../model/format.ts'
import {
  clearSightings,
  putSighting,
  type Sightings,
  speakerTraits,
  type Traits,
  traits,
} from '../../model/glance.ts'
import type { Layout } from '../../model/rulebook.ts'
import {
  type Call,
  holdsResult,
  isSilent,
  type Other,
  type Part,
  type Result,
  type Speaker,
  speakerOf,
  type Turn,
} from '../../model/transcript.ts'

const { odd, spoken, reasoning, calls, results, list, bare, blank, labelled, signed, item, named } = traits

/**
 * Puts the sighting of a turn that was read, as a format would have put it had it been plain.
 *
 * Returns false where the turn cannot be judged by its traits: it has to be read with its neighbours.
 */
export function summarise(turn: Turn, { format, rulebook }: Api, sightings: Sightings): boolean {
  clearSightings(sightings)
  if (sightings.tools.length > 0) sightings.tools.length = 0
  const bits = bitsOf(turn)
  if ((bits & odd) !== 0 || !isOrdered(turn, rulebook.layout, format.results.speaker)) return false
  let called = 0
  let excused = 0
  let answered = 0
  let marks = 0
  for (const part of turn.parts) {
    if (part.mark !== undefined && part.kind !== 'reasoning') marks++
    if (part.kind === 'other' && !isKnown(part)) return false
    if (part.kind !== 'call') continue
    if (!putId(sightings, part)) return false
    if (part.excused) excused++
    called++
  }
  for (const part of turn.parts) {
    if (part.kind !== 'result') continue
    if (!putId(sightings, part)) return false
    answered++
  }
  if (turn.itemId !== undefined) {
    sightings.items[0] = turn.itemId
    sightings.kinds[0] = kindOf(turn)
  }
  // Calls that wait for nothing count as answered; where only some do, their turn is read with its neighbours.
  const isAnswered = excused > 0 ? traits.answered : 0
  putSighting(sightings, turn.index, bits | isAnswered, called, answered, marks)
  return excused === 0 || excused === called
}

/** The traits of the speaker of a turn, and of results in it. */
export function speakerBits({ format }: Api, raw: unknown): Traits {
  const turn = format.readTurn(raw, 0, [], [])
  return speakerTraits[speakerOf(turn)] | (holdsResult(turn) ? results : 0)
}

function bitsOf(turn: Turn): Traits {
  // Turns that another API may have written, or that a record tells more about, are read with their neighbours.
  if (turn.isFolded || turn.foreign !== undefined || turn.isAborted || turn.shape === 'unreadable') return odd
  let bits = speakerTraits[speakerOf(turn)]
  if (turn.speaker === 'unknown') bits |= odd
  if (turn.shape === 'list') bits |= list
  if (turn.shape === 'none') bits |= bare
  if (turn.shape === 'self') bits |= item
  if (turn.itemId !== undefined) bits |= named
  let hasWords = false
  let hasText = false
  for (const part of turn.parts) {
    bits |= bitsOfPart(part)
    hasText ||= part.kind === 'text'
    hasWords ||= part.kind === 'text' ? part.text.trim() !== '' : isShown(part)
  }
  const firstCall = turn.parts.find(isCall)
  const isSigned = firstCall?.signed ?? turn.parts.some((part) => part.kind === 'reasoning' && part.signed)
  return bits | (isSigned ? signed : 0) | (hasText && !hasWords ? blank : 0)
}

function isCall(part: Part): part is Call {
  return part.kind === 'call'
}

function isShown(part: Part): boolean {
  return part.kind === 'media' || part.kind === 'hosted' || (part.kind === 'other' && !isSilent(part))
}

function bitsOfPart(part: Part): Traits {
  switch (part.kind) {
    case 'text':
      return part.text === '' ? 0 : spoken
    case 'media':
    case 'hosted':
      return spoken
    case 'reasoning':
      return part.isRouted === true ? 0 : reasoning
    case 'call':
      return calls
    case 'result':
      return part.name === undefined ? results : results | labelled
    case 'other':
      return isSilent(part) ? 0 : spoken
    default:
      return 0
  }
}

/** Whether a part of another kind stands for itself and says nothing of other turns. */
function isKnown({ isReadable, isStrange, isSummary, about, ids }: Other): boolean {
  return isReadable && !isStrange && !isSummary && about === undefined && ids === undefined
}

/** Whether results lead and calls come last, where the layout wants that; only the model calls, and only tools answer. */
function isOrdered({ parts, speaker }: Turn, layout: Layout, answerer: Speaker): boolean {
  let isLate = false
  let isCalling = false
  for (const part of parts) {
    if (isSilent(part)) continue
    if (part.kind === 'result' && isLate && layout.lead) return false
    if (part.kind === 'call' ? speaker !== 'model' : isCalling && layout.callsLast) return false
    if (part.kind === 'result' && speaker !== answerer && speaker !== 'tool') return false
    if (part.kind === 'call') isCalling = true
    if (part.kind !== 'result') isLate = true
  }
  return true
}

/** Notes the id of a call or a result, and its kind of tool. */
function putId(sightings: Sightings, { id, name, tool }: Call | Result): boolean {
  if (id === undefined) return false
  sightings.ids[sightings.taped] = id
  if (tool !== 'function') sightings.tools[sightings.taped] = tool
  sightings.names[sightings.taped++] = name ?? ''
  return true
}

/** The kind of an item, as far as the form of its name depends on it. */
function kindOf({ shape, parts }: Turn): string {
  if (shape !== 'self') return 'message'
  const only = parts[0]
  return only?.kind === 'call' ? only.tool : (only?.kind ?? '')
}
