import { afterLeading, isInstruction } from '../model/instruction.ts'
import type { Intent } from '../model/intent.ts'
import { isObject } from '../model/json.ts'
import type { Fault, Rule, View } from '../model/rule.ts'
import { refusesInstructions, takesInstructions } from '../model/rulebook.ts'
import { holdsCall, type Turn } from '../model/transcript.ts'

export { refusedRole as words } from '../texts/fault-words.ts'

/**
 * A turn of a speaker that the API does not have.
 *
 * Leading instructions become the body's own where it has none yet; everything else is said by the
 * speaker that most likely said it.
 */
export const unknownRole: Rule<'instructionlessWhen' | 'instructionsWhen' | 'refusedRole' | 'speakers'> = {
  name: 'unknown-role',
  title: 'A turn has a role that the API does not know',
  text: {
    usual: 'The API does not know the role `{role}`.',
    result: 'A result has the role `{role}`, by which it answers no call of this form.',
    leading: 'Instructions stand at the head of the messages, and the API takes them in the body alone.',
    listed:
      'Instructions stand at the head of a list of messages, which has no place for them: only the user can say them.',
    instructions: 'This model takes no instructions, and none with the role `{role}`.',
  },
  stage: 'before',
  *detect(view) {
    const leading = leadingInstructions(view)
    const hoistedTurns = new Set(leading)
    if (leading.length > 0) yield* hoisted(leading)
    const takesThem = takesInstructions(view.row, view.facts)
    // Those at the head become the body's own where it has none.
    const isFree = !(view.facts.isBody && view.facts.hasInstructions)
    const later = takesThem ? (isFree ? afterLeading(view.turns) : 0) : view.turns.length
    for (const [position, turn] of view.turns.entries()) {
      // Instructions that other turns stand before are judged by their place.
      const isTaken = position >= later || (takesThem && turn.isSetting === true)
      if (hoistedTurns.has(turn) || (isTaken && isInstruction(turn)) || !isWrong(turn, view)) continue
      const intent = intentOf(turn, view)
      const variant = varietyOf(turn, takesThem, view, intent)
      yield { turn, ...(variant && { variant }), intents: [intent] }
    }
  },
}

/** Instructions may be refused where they stand, or by any model like this one; a word may be known to a template. */
function varietyOf(
  turn: Turn,
  takesThem: boolean,
  { row, facts }: View<'instructionlessWhen'>,
  intent: Intent,
): string | undefined {
  if (intent.do === 'reshape' && intent.shape === 'result-item') return 'result'
  // A turn in the shape of another API is no word of anybody's.
  if (turn.speaker === 'unknown') return intent.do === 'set' && !holdsCall(turn) ? 'stranger' : undefined
  if (turn.speaker !== 'system') return undefined
  if (refusesInstructions(row, facts)) return 'instructions'
  if (!takesThem || !isInstruction(turn)) return undefined
  return facts.isBody ? 'leading' : 'listed'
}

function isWrong(
  turn: Turn,
  { row, facts }: View<'instructionlessWhen' | 'refusedRole' | 'speakers'>,
): boolean {
  if (turn.speaker === 'system' && refusesInstructions(row, facts)) return true
  if (row.speakers?.includes(turn.speaker) && turn.role !== row.refusedRole) return false
  // A value that is no turn at all has no role that could be wrong.
  return isObject(turn.raw) || turn.index < 0
}

/** A turn in another API's shape, and one that is a result but for its role, is written as this API writes it; where only the word is wrong, the speaker stays. */
function intentOf(turn: Turn, { fits, row }: View<'refusedRole'>): Intent {
  if (turn.isFolded) return { do: 'unfold', turn }
  for (const shape of ['own-turn', 'result-item'] as const)
    if (!fits(turn, undefined, shape)) return { do: 'reshape', turn, shape }
  const value = turn.role === row.refusedRole ? turn.speaker : (turn.likely ?? 'user')
  return { do: 'set', on: turn, fact: 'speaker', value }
}

function leadingInstructions({ turns, facts, row }: View<'speakers'>): readonly Turn[] {
  if (!facts.isBody || facts.hasInstructions || row.speakers?.includes('system')) return []
  const end = turns.findIndex((turn) => turn.speaker !== 'system' || !isPlainText(turn))
  const leading = end < 0 ? turns : turns.slice(0, end)
  return leading[0]?.index === 0 ? leading : []
}

function isPlainText(turn: Turn): boolean {
  return turn.parts.length > 0 && turn.parts.every((part) => part.kind === 'text')
}

/** The body takes the words as they are: strings, or parts with their marks. */
function hoisted(turns: readonly Turn[]): Fault[] {
  const parts = turns.flatMap((turn) => turn.parts)
  const raws = parts.flatMap((part) => (part.kind === 'text' && part.text !== '' ? [part.raw] : []))
  return turns.map((turn, index) => {
    const drop: Intent = { do: 'drop', turn }
    return {
      turn,
      variant: 'leading',
      intents:
        index === 0 && raws.length > 0
          ? [{ do: 'set-body', fact: 'instructions', value: raws }, drop]
          : [drop],
    }
  })
}
