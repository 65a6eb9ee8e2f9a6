import type { Rule } from '../model/rule.ts'
import type { Part, Turn } from '../model/transcript.ts'
import { emptyTurn as text } from '../texts/en.ts'

/** A turn of these speakers must hold something; beside calls an empty text will do. */
export const emptyTurn: Rule = {
  name: 'empty-turn',
  text,
  stage: 'before',
  *detect({ turns, row }) {
    const isWrong = (turn: Turn): boolean =>
      (row.speakers?.includes(turn.speaker) ?? true) &&
      (isEmpty(turn) || (row.besideCalls === true && holdsCallsAlone(turn)))
    for (const turn of turns.filter(isWrong)) {
      if (isEmpty(turn)) yield { turn, intents: [{ do: 'vacate', turn }] }
      else yield { turn, intents: [{ do: 'set', on: turn, fact: 'content', value: '' }] }
    }
  },
}

function isEmpty(turn: Turn): boolean {
  if (turn.shape === 'list') return turn.parts.every(isThought)
  if (turn.shape !== 'text' || !turn.parts.some(isEmptyText)) return false
  return turn.parts.filter((part) => !isThought(part)).length === 1
}

function isEmptyText(part: Part): boolean {
  return part.kind === 'text' && part.text === ''
}

/** Reasoning beside the content, of which it is no part. */
function isThought(part: Part): boolean {
  return part.kind === 'reasoning' && !isSpoken(part)
}

function holdsCallsAlone({ shape, parts }: Turn): boolean {
  if (shape !== 'list' && shape !== 'none') return false
  return parts.some(({ kind }) => kind === 'call') && !parts.some(isSpoken)
}

function isSpoken({ list }: Part): boolean {
  return list === 'content'
}
