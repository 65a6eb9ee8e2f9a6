import type { Deed, Draft } from '../../model/draft.ts'
import { isSpoken, type Part, speakerOf, type Turn } from '../../model/transcript.ts'
import { nothingSaid, resultsReceived } from '../../texts/fixed.ts'
import { rowOf } from '../context.ts'
import { newText, newTurn, putBeside, setFact, setParts } from './draft.ts'

/** A run of neighbours becomes one turn at one go: taking them in one by one would copy them over and over. */
export const merge: Deed<'merge'> = (draft, { first, second }, { merged, last }, why) => {
  const known = merged.get(first)
  const run = known ?? [first]
  run.push(second)
  merged.set(first, run).set(second, run)
  if (known === undefined) last.push(() => mergeRun(draft, run, why))
}

/** Makes one turn of neighbours: lists are joined, strings are joined by a blank line. */
function mergeRun(draft: Draft, turns: readonly Turn[], why: string): void {
  const [first, ...others] = turns
  if (first === undefined || turns.some(({ shape }) => shape === 'self')) return
  const spoken = turns.flatMap(spokenParts)
  const filled = spoken.filter((part) => part.kind !== 'text' || part.text !== '')
  const rest = turns.flatMap(({ parts }) => parts.filter((part) => part.list !== 'content'))
  const reasoning = turns.map(reasoningOf)
  if (turns.every(({ shape }) => shape !== 'list') && spoken.every(({ kind }) => kind === 'text')) {
    const words = filled.flatMap((part) => (part.kind === 'text' ? [part.text] : []))
    // Of several that say nothing one is left, as a string: in a list an empty text may be refused.
    const text = words.length === 0 ? spoken.slice(0, 1) : [newText(words.join('\n\n'), why)]
    setParts(first, [...text, ...rest], why)
    if (spoken.length > 0) first.shape = 'text'
  } else {
    setParts(first, [...(filled.length === 0 ? spoken : led(draft, first, filled)), ...rest], why)
    first.shape = 'list'
  }
  // A list of calls that went because it was empty is there after all.
  if (rest.some(({ kind }) => kind === 'call')) first.changed?.delete('calls')
  const other = reasoning.find((one) => one !== undefined)
  if (reasoning[0] === undefined && other !== undefined) setFact(first, 'reasoning', other, why)
  for (const turn of others) draft.dropped.set(turn, why)
}

/** Puts the first reasoning of merged model turns at the head, where the API demands that reasoning leads. */
function led({ context }: Draft, { speaker }: Turn, parts: readonly Part[]): readonly Part[] {
  const isReasoning = ({ kind }: Part): boolean => kind === 'reasoning'
  const isBound = rowOf(context, 'reasoning-not-first') !== undefined && context.facts.isAdaptive !== true
  const start = parts.findIndex(isReasoning)
  if (!isBound || speaker !== 'model' || start < 0) return parts
  const end = parts.findIndex((part, index) => index > start && !isReasoning(part))
  const run = parts.slice(start, end < 0 ? undefined : end)
  return [...run, ...parts.slice(0, start), ...parts.slice(start + run.length)]
}

/** Reasoning that is a member of its turn, as it will be written: it goes along where the first has none. */
function reasoningOf({ parts, changed }: Turn): unknown {
  const part = parts.find(
    (each) => each.kind === 'reasoning' && each.list !== 'content' && each.isRouted !== true,
  )
  return changed?.get('reasoning') ?? part?.raw
}

function spokenParts(turn: Turn): Part[] {
  return turn.parts.filter((part) => part.list === 'content')
}

/** Moves what stands beside results to a user turn after them; where speakers alternate, the model speaks between. */
export const split: Deed<'split'> = (draft, { turn }, { before, after }, why) => {
  if (speakerOf(turn) === 'model') splitCalls(draft, turn, before, why)
  else splitResults(draft, turn, after, why)
}

/** The model's words go before its calls; the user has a turn between where speakers alternate. */
function splitCalls(draft: Draft, turn: Turn, before: Map<Turn, Turn[]>, why: string): void {
  const said = turn.parts.filter(isSpoken)
  setParts(
    turn,
    turn.parts.filter((part) => !isSpoken(part)),
    why,
  )
  putBeside(before, turn, newTurn('model', said, why, 'list'))
  if (draft.context.rulebook.layout.alternates === 'turns')
    putBeside(before, turn, newTurn('user', [newText(nothingSaid, why)], why))
}

function splitResults(draft: Draft, turn: Turn, after: Map<Turn, Turn[]>, why: string): void {
  const isMoving = ({ kind }: Part): boolean => kind === 'text' || kind === 'media' || kind === 'reasoning'
  const moving = turn.parts.filter(isMoving)
  if (moving.length === 0) return
  setParts(
    turn,
    turn.parts.filter((part) => !isMoving(part)),
    why,
  )
  if (draft.context.rulebook.layout.alternates === 'turns')
    putBeside(after, turn, newTurn('model', [newText(resultsReceived, why)], why))
  putBeside(after, turn, newTurn('user', moving, why, 'list'))
}
