import type { Rule } from '../model/rule.ts'
import type { Part, Turn } from '../model/transcript.ts'
import { emptyTurn as text } from '../texts/en.ts'

/** A turn of these speakers must hold something; beside calls an empty text will do. */
export const emptyTurn: Rule = {
  name: 'empty-turn',
  text,
  stage: 'before',
  *detect({ turns, row }) {
    for (const turn of turns) {
      if (!(row.speakers?.includes(turn.speaker) ?? true)) continue
      if (isEmpty(turn)) yield { turn, intents: [{ do: 'vacate', turn }] }
      else if (row.besideCalls && holdsCallsAlone(turn))
        yield { turn, intents: [{ do: 'set', on: turn, fact: 'content', value: '' }] }
    }
  },
}

function isEmpty(turn: Turn): boolean {
  const parts = turn.parts.filter((part) => part.kind !== 'reasoning' || isSpoken(part))
  if (turn.shape === 'list') return parts.length === 0
  const only = parts[0]
  return turn.shape === 'text' && parts.length === 1 && only?.kind === 'text' && only.text === ''
}

function holdsCallsAlone({ shape, parts }: Turn): boolean {
  if (shape !== 'list' && shape !== 'none') return false
  return parts.some(({ kind }) => kind === 'call') && !parts.some(isSpoken)
}

function isSpoken({ list }: Part): boolean {
  return list === 'content'
}
