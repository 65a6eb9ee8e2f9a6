import type { Fault, Rule, View } from '../model/rule.ts'
import type { Part } from '../model/transcript.ts'

/** An empty text among the parts of a turn is refused even beside real ones; so it is in the body's instructions. */
export const emptyText: Rule = {
  name: 'empty-text',
  stage: 'before',
  *detect(view) {
    yield* inInstructions(view)
    for (const turn of view.turns) {
      if (turn.shape !== 'list') continue
      for (const part of turn.parts) {
        if (isEmpty(part)) yield { turn, part, intents: [{ do: 'drop', turn, part }] }
      }
    }
  },
}

function* inInstructions({ facts: { instructions = [] } }: View): Generator<Fault> {
  const kept = instructions.filter((part) => !isEmpty(part))
  if (kept.length === instructions.length) return
  const value = kept.length === 0 ? undefined : kept.map((part) => part.raw)
  yield { intents: [{ do: 'set-body', fact: 'instruction-parts', value }] }
}

function isEmpty(part: Part): boolean {
  return part.kind === 'text' && part.text === ''
}
