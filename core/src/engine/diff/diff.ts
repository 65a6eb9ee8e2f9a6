import type { Edit } from '../../model/edit.ts'
import type { Format } from '../../model/format.ts'
import { isObject } from '../../model/json.ts'
import { addAll, at } from '../../model/lists.ts'
import { type Place, placeIn } from '../../model/place.ts'
import type { Part, Text, Turn } from '../../model/transcript.ts'
import type { Draft } from '../draft/draft.ts'
import { applyEdits } from './apply.ts'
import { diffFacts } from './fact-diff.ts'
import { sortEdits } from './invert.ts'
import { diffList, type ListWriting } from './list-diff.ts'
import { firstFrom } from './search.ts'
import { diffValues, type WhysGone } from './value-diff.ts'

// A turn that nothing was done to moves where a result changes places with it.
const moved = 'result-out-of-place'

/** The edits that make the draft of the document. */
export function diff(draft: Draft): Edit[] {
  draft.context.format.rechain?.(draft)
  const { reading, format, document } = draft.context
  const edits = bodyEdits(draft)
  if (draft.turns === reading.turns) {
    for (const turn of draft.turns)
      if (isTouched(turn)) addAll(edits, turnEditsAt(turn, placeIn(reading.root, turn.index), format))
    return sortEdits(edits)
  }
  const raws = format.turnsOf(document) ?? []
  const known = reading.turns.map((turn) => turn.index)
  const whyGone = (origin: number): string => {
    const turn = withIndex(reading.turns, origin)
    return (turn && (draft.dropped.get(turn) ?? turn.why)) ?? moved
  }
  return sortEdits([
    ...edits,
    ...diffList(reading.root, raws, draft.turns, turnWriting(raws, format), whyGone, known),
  ])
}

/** The turn or part with an index, by binary search; the items are sorted by index. */
function withIndex<Item extends Turn | Part>(items: readonly Item[], index: number): Item | undefined {
  const item = items[firstFrom(items.length, (position) => at(items, position).index < index)]
  return item?.index === index ? item : undefined
}

/** The edits that change facts of the body. */
export function bodyEdits(draft: Draft): Edit[] {
  if (draft.body.size === 0) return []
  const { document, format } = draft.context
  const why = [...draft.body.values()][0]?.why ?? ''
  // One fact at a time: two may live in the same member.
  let body = document
  const table = { ...format.facts.body, ...format.offers?.facts }
  for (const [fact, { value }] of draft.body)
    body = applyEdits(body, sortEdits(diffFacts(body, new Map([[fact, value]]), table, why)))
  // Lists of which a few elements went are told element by element.
  return diffValues(document, inOrderOf(document, body), why, [], noWhys)
}

/** A body whose members stand as they stood: one that went and was made again keeps its place. */
function inOrderOf(before: unknown, after: unknown): unknown {
  if (!isObject(before) || !isObject(after)) return after
  const kept = Object.keys(before).filter((key) => Object.hasOwn(after, key))
  const added = Object.keys(after).filter((key) => !Object.hasOwn(before, key))
  return Object.fromEntries([...kept, ...added].map((key) => [key, after[key]]))
}

const noWhys: WhysGone = new Map()

function turnWriting(raws: readonly unknown[], format: Format): ListWriting<Turn> {
  return {
    originOf: (turn) => turn.index,
    nearOf: (turn) => turn.near ?? -1,
    whyOf: (turn) => turn.why ?? moved,
    valueOf(turn) {
      // A turn of the document may itself be undefined.
      if (turn.raw !== undefined || turn.index >= 0) return turnValue(turn, format)
      const made = renderNew(turn, turn.near === undefined ? undefined : raws[turn.near], format)
      if (turn.chained === undefined) return made
      return applyEdits(made, sortEdits(diffFacts(made, turn.chained, format.facts.turn, '')))
    },
    isChanged: isTouched,
    editsIn: (turn, at) => turnEditsAt(turn, at, format),
  }
}

/** Untouched turns keep their raw value, even turns that the format could not read. */
function turnValue(turn: Turn, format: Format): unknown {
  if (!isTouched(turn)) return turn.raw
  return applyEdits(turn.raw, sortEdits(turnEdits(turn, format)))
}

function turnEditsAt(turn: Turn, at: Place, format: Format): Edit[] {
  if (turn.origin !== undefined) return diffValues(turn.origin, turnValue(turn, format), turn.why ?? '', at)
  return turnEdits(turn, format, at)
}

function isTouched(turn: Turn): boolean {
  return (
    turn.was !== undefined ||
    turn.changed !== undefined ||
    turn.origin !== undefined ||
    turn.parts.some((part) => part.changed !== undefined)
  )
}

function renderNew(turn: Turn, beside: unknown, format: Format): unknown {
  const only = turn.parts[0]
  if (turn.shape === 'self' && only !== undefined) return renderPart(only, turn, format)
  if (turn.shape === 'text' && only?.kind === 'text')
    return format.renderTurn(turn.speaker, { text: only.text }, beside)
  const parts = turn.parts.map((part) => renderPart(part, turn, format))
  return format.renderTurn(turn.speaker, { parts }, beside)
}

/** A part's value where it is written anew; what was moved keeps its raw value but for changed facts. */
function renderPart(part: Part, turn: Turn, format: Format): unknown {
  if (part.kind === 'result' && part.answers !== undefined)
    return format.renderResult(part.answers.call, part.answers.text)
  // A text that was a whole turn has no raw part of its own.
  if (part.kind === 'text' && typeof part.raw !== 'object') return renderText(part, turn, format)
  return applyEdits(part.raw, sortEdits(partEdits(part, format)))
}

/** A text in the words of the format, with the mark that it was given. */
function renderText({ text, changed }: Text, turn: Turn, format: Format): unknown {
  const made = format.renderText(text, turn.speaker)
  const mark = new Map([['mark' as const, changed?.get('mark')]])
  return applyEdits(made, diffFacts(made, mark, format.facts.part ?? {}, ''))
}

/** The edits inside a turn that stays, where it stands; places are relative to it unless that is said. */
function turnEdits(turn: Turn, format: Format, at: Place = here): Edit[] {
  const edits: Edit[] = []
  if (turn.changed !== undefined)
    addAll(edits, within(at, diffFacts(turn.raw, turn.changed, format.facts.turn, turn.why ?? '')))
  if (turn.shape === 'self' && turn.was === undefined)
    for (const part of turn.parts) addAll(edits, within(at, partEdits(part, format)))
  else for (const list in format.lists) addAll(edits, listEdits(turn, list, format, at))
  return edits
}

const here: Place = []

function partEdits(part: Part, format: Format): Edit[] {
  if (part.changed === undefined) return []
  const own = part.kind === 'call' || part.kind === 'result' || part.kind === 'text' ? part.kind : undefined
  const table = { ...format.facts.part, ...(own === undefined ? {} : format.facts[own]) }
  const why = part.why ?? ''
  if (!part.changed.has('raw')) return diffFacts(part.raw, part.changed, table, why)
  const raw = part.changed.get('raw')
  const value = applyEdits(raw, sortEdits(diffFacts(raw, part.changed, table, why)))
  return diffValues(part.raw, part.finish?.(value) ?? value, why)
}

function listEdits(turn: Turn, list: string, format: Format, at: Place): Edit[] {
  const shape = format.lists[list]
  const key = shape?.path[0]
  if (shape === undefined || key === undefined || !isObject(turn.raw)) return []
  const before = partsIn(turn.was ?? turn.parts, list)
  const after = partsIn(turn.parts, list)
  const held = turn.raw[key]
  if (Array.isArray(held))
    return listOfParts(turn, held, before, after, format, shape.whenEmpty, placeIn(at, ...shape.path))
  if (!sameParts(before, after)) return within(at, contentEdits(turn, key, after, format))
  return within(at, isObject(held) ? onlyPart(after, shape.path, format) : wholeText(after, held, shape.path))
}

/** The parts that stand in one list of their turn; mostly, there is no other. */
function partsIn(parts: readonly Part[], list: string): readonly Part[] {
  for (const part of parts) if (part.list !== list) return parts.filter((one) => one.list === list)
  return parts
}

function listOfParts(
  turn: Turn,
  held: readonly unknown[],
  before: readonly Part[],
  after: readonly Part[],
  format: Format,
  whenEmpty: 'keep' | 'unset',
  at: Place,
): Edit[] {
  const why = turn.why ?? ''
  // A list of which the format reads nothing stays as it is.
  if (after.length === 0 && (before.length === 0 || whenEmpty === 'unset')) {
    const index = Object.keys(turn.raw as object).indexOf(at.at(-1) as string)
    return before.length === 0 ? [] : [{ do: 'unset', at, value: held, index, why }]
  }
  const whyGone = (origin: number): string => withIndex(before, origin)?.why ?? why
  return diffList(at, held, after, partWriting(turn, before, format), whyGone)
}

// Up to here a search is quicker than a set.
const handful = 8

function partWriting(turn: Turn, before: readonly Part[], format: Format): ListWriting<Part> {
  const own = before.length > handful ? new Set(before) : undefined
  return {
    originOf: (part) => ((own?.has(part) ?? before.includes(part)) ? part.index : -1),
    nearOf: () => -1,
    whyOf: (part) => part.why ?? turn.why ?? '',
    valueOf: (part) => renderPart(part, turn, format),
    isChanged: (part) => part.changed !== undefined,
    editsIn: (part, at) => within(at, partEdits(part, format)),
  }
}

function sameParts(before: readonly Part[], after: readonly Part[]): boolean {
  return before.length === after.length && before.every((part, index) => part === after[index])
}

/** A content that is one part, without a list around it. */
function onlyPart(after: readonly Part[], path: Place, format: Format): Edit[] {
  return after.flatMap((part) => within(path, partEdits(part, format)))
}

/** The same edits, seen from farther out. */
function within(at: Place, edits: Edit[]): Edit[] {
  if (at.length === 0 || edits.length === 0) return edits
  return edits.map((edit) => ({ ...edit, at: placeIn(at, ...edit.at) }))
}

/** A content that is one string and stays so; its text may have been cleaned. */
function wholeText(after: readonly Part[], held: unknown, at: Place): Edit[] {
  const only = after[0]
  if (only?.kind !== 'text' || only.changed === undefined || only.text === held) return []
  return [{ do: 'replace', at, from: held, value: only.text, why: only.why ?? '' }]
}

/** A string or missing content that becomes another content. */
function contentEdits(turn: Turn, key: string, after: readonly Part[], format: Format): Edit[] {
  const only = after[0]
  const isOneText = after.length === 1 && only?.kind === 'text'
  const value = isOneText
    ? writtenText(turn, key, only.text, format)
    : after.map((part) => renderPart(part, turn, format))
  return diffFacts(
    turn.raw,
    new Map([[key, value]]),
    { [key]: { path: [key], encode: (content: unknown) => content } },
    turn.why ?? '',
  )
}

/** A text as the whole content of a turn: a string, or a list where the format has no other form. */
function writtenText(turn: Turn, key: string, text: string, format: Format): unknown {
  const made = format.renderTurn(turn.speaker, { text })
  return isObject(made) ? (made[key] ?? text) : text
}
