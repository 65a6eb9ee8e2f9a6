import { dropTool, hostedLoops } from '../engine/for-rules/hosted.ts'
import type { Fault, Rule, View } from '../model/rule.ts'
import { isKnownTool, isWithdrawn } from '../model/tool-change.ts'
import type { Turn } from '../model/transcript.ts'

export { missingTools as words } from '../texts/fault-words.ts'

/**
 * A result may point to tools only that the request declares.
 *
 * A result goes on without the pointers; a tool that the provider runs is kept or goes as a whole.
 */
export const undeclaredToolReference: Rule = {
  name: 'undeclared-tool-reference',
  title: 'A result points to a tool that is not declared',
  text: {
    usual: 'This points to the tool `{name}`, which the request does not declare.',
    withdrawn: 'This points to the tool `{name}`, which the model could not use at that point.',
  },
  stage: 'after',
  about: 'tools',
  isPlaceless: true,
  *detect(view) {
    const { facts } = view
    if (facts.tools === undefined) return
    const unknown: Unknown = ({ index }, names = []) =>
      names.filter((name) => !isKnownTool(facts, name, index))
    yield* inResults(view, unknown)
    yield* inHosted(view, unknown)
    if (facts.toolChanges !== undefined) yield* toWithdrawn(view, unknown)
  },
}

type Unknown = (turn: Turn, names?: readonly string[]) => string[]

function* inResults({ turns }: View, unknown: Unknown): Generator<Fault> {
  for (const turn of turns) {
    for (const part of turn.parts) {
      if (part.kind !== 'result') continue
      const wish = unknown(turn, part.references)
      if (wish.length === 0) continue
      const intents = [{ do: 'reshape', turn, part, shape: 'without-references', wish }] as const
      yield { turn, part, values: { name: wish[0] ?? '' }, intents }
    }
  }
}

function* inHosted({ turns }: View, unknown: Unknown): Generator<Fault> {
  const gone = new Set<unknown>()
  for (const loop of hostedLoops(turns)) {
    for (const seat of loop.seats) {
      const names = unknown(seat.turn, seat.part.references)
      if (names.length === 0) continue
      const intents = dropTool(loop, seat, gone)
      const { id } = seat.part
      yield {
        turn: seat.turn,
        part: seat.part,
        calls: id === undefined ? [] : [id],
        values: { name: names[0] ?? '' },
        intents,
      }
    }
  }
}

/** Pointers to tools that were withdrawn before. Nobody is on record as refusing them, so they stay. */
function* toWithdrawn({ turns, facts }: View, unknown: Unknown): Generator<Fault> {
  for (const turn of turns) {
    for (const part of turn.parts) {
      if (part.kind !== 'result' && part.kind !== 'hosted') continue
      const { references = [], id } = part
      const name = references.find((each) => isWithdrawn(facts, each, turn.index))
      if (name === undefined || unknown(turn, references).length > 0) continue
      const calls = id === undefined ? [] : [id]
      yield { turn, part, calls, values: { name }, variant: 'withdrawn', severity: 'advice', intents: [] }
    }
  }
}
