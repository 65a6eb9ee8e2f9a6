import { dropTool, hostedLoops } from '../engine/hosted.ts'
import type { Fault, Rule, View } from '../model/rule.ts'

/**
 * A result may point to tools only that the request declares.
 *
 * A result goes on without the pointers; a tool that the provider runs is kept or goes as a whole.
 */
export const undeclaredToolReference: Rule = {
  name: 'undeclared-tool-reference',
  title: 'A result points to a tool that is not declared',
  text: 'This points to the tool `{name}`, which the request does not declare.',
  stage: 'after',
  isPlaceless: true,
  *detect(view) {
    const { tools } = view.facts
    if (tools === undefined) return
    const unknown = (names: readonly string[] = []): string[] => names.filter((name) => !tools.has(name))
    yield* inResults(view, unknown)
    yield* inHosted(view, unknown)
  },
}

type Unknown = (names?: readonly string[]) => string[]

function* inResults({ turns }: View, unknown: Unknown): Generator<Fault> {
  for (const turn of turns) {
    for (const part of turn.parts) {
      if (part.kind !== 'result') continue
      const wish = unknown(part.references)
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
      const names = unknown(seat.part.references)
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
