import type { Intent } from '../model/intent.ts'
import { isObject } from '../model/json.ts'
import type { Fault, Rule, View } from '../model/rule.ts'
import type { Turn } from '../model/transcript.ts'

/**
 * A turn of a speaker that the API does not have.
 *
 * Leading instructions become the body's own where it has none yet; everything else is said by the
 * speaker that most likely said it.
 */
export const unknownRole: Rule = {
  name: 'unknown-role',
  stage: 'before',
  *detect(view) {
    const leading = leadingInstructions(view)
    if (leading.length > 0) yield* hoisted(leading)
    for (const turn of view.turns) {
      if (view.row.speakers?.includes(turn.speaker) || leading.includes(turn)) continue
      // What is no turn at all has no role that could be wrong.
      if (!isObject(turn.raw) && turn.index >= 0) continue
      yield { turn, intents: [{ do: 'set', on: turn, fact: 'speaker', value: turn.likely ?? 'user' }] }
    }
  },
}

function leadingInstructions({ turns, facts, row }: View): readonly Turn[] {
  if (!facts.isBody || facts.hasInstructions || row.speakers?.includes('system')) return []
  const end = turns.findIndex((turn) => turn.speaker !== 'system' || !isPlainText(turn))
  const leading = end < 0 ? turns : turns.slice(0, end)
  return leading[0]?.index === 0 ? leading : []
}

function isPlainText(turn: Turn): boolean {
  return turn.parts.length > 0 && turn.parts.every((part) => part.kind === 'text')
}

function hoisted(turns: readonly Turn[]): Fault[] {
  const words = turns.flatMap((turn) =>
    turn.parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])),
  )
  const value = words.filter((text) => text !== '').join('\n\n')
  return turns.map((turn, index) => {
    const drop: Intent = { do: 'drop', turn }
    return {
      turn,
      intents: index === 0 && value !== '' ? [{ do: 'set-body', fact: 'instructions', value }, drop] : [drop],
    }
  })
}
