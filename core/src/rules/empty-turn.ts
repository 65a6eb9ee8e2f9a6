import { messagesOf } from '../model/messages.ts'
import type { Rule } from '../model/rule.ts'
import type { Layout } from '../model/rulebook.ts'
import type { Part, Turn } from '../model/transcript.ts'

export { emptyContent as words } from '../texts/fault-words.ts'

/** A turn of these speakers must hold something; beside calls an empty text will do. */
export const emptyTurn: Rule<'besideCalls' | 'speakers'> = {
  name: 'empty-turn',
  title: 'A turn is empty',
  text: 'This {speaker} turn is empty.',
  stage: 'before',
  *detect({ turns, row, layout }) {
    const beside = layout.joined === true ? besideOthers(turns, layout) : nobody
    const isWrong = (turn: Turn): boolean =>
      (row.speakers?.includes(turn.speaker) ?? true) &&
      (isEmpty(turn) || (row.besideCalls === true && holdsCallsAlone(turn)))
    for (const turn of turns) {
      if (!isWrong(turn) || beside.has(turn)) continue
      if (isEmpty(turn)) yield { turn, intents: [{ do: 'vacate', turn }] }
      else yield { turn, variant: 'beside', intents: [{ do: 'set', on: turn, fact: 'content', value: '' }] }
    }
  },
}

const nobody: ReadonlySet<Turn> = new Set()

/** The lists without parts that join a message with some: nothing of them is seen. */
function besideOthers(turns: readonly Turn[], layout: Layout): ReadonlySet<Turn> {
  const isBare = ({ shape, parts }: Turn): boolean => shape === 'list' && parts.length === 0
  const full = messagesOf(turns, layout).filter((message) => !message.every(isBare))
  return new Set(full.flatMap((message) => message.filter(isBare)))
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
