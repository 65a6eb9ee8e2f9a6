import type { Part, Turn } from '../model/transcript.ts'
import { resultsReceived } from '../texts/fixed.ts'
import { type Draft, newText, newTurn, putBeside, setParts } from './draft.ts'

/** Makes one turn of neighbours: lists are joined, strings are joined by a blank line. */
export function merge(draft: Draft, first: Turn, others: readonly Turn[], why: string): void {
  if (first.shape === 'self' || others.some(({ shape }) => shape === 'self')) return
  const turns = [first, ...others]
  const spoken = turns.flatMap(spokenParts)
  const rest = turns.flatMap(({ parts }) => parts.filter((part) => part.list !== 'content'))
  const texts = spoken.map((part) => (part.kind === 'text' ? part.text : ''))
  if (turns.every(({ shape }) => shape !== 'list') && spoken.every(({ kind }) => kind === 'text')) {
    const words = texts.filter((text) => text !== '')
    setParts(first, [...(words.length === 0 ? spoken : [newText(words.join('\n\n'), why)]), ...rest], why)
    if (words.length > 0) first.shape = 'text'
  } else {
    setParts(first, [...spoken, ...rest], why)
    first.shape = 'list'
  }
  for (const turn of others) draft.dropped.set(turn, why)
}

function spokenParts(turn: Turn): Part[] {
  return turn.parts.filter((part) => part.list === 'content')
}

/** Moves what stands beside results to a user turn after them; where speakers alternate, the model speaks between. */
export function split(draft: Draft, turn: Turn, after: Map<Turn, Turn[]>, why: string): void {
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
  putBeside(after, turn, { ...newTurn('user', moving, why), shape: 'list' })
}
