import { areDenied, type Denied } from '../../model/denied.ts'
import type { Intent } from '../../model/intent.ts'
import type { Fault } from '../../model/rule.ts'
import type { Part, Turn } from '../../model/transcript.ts'

/** Items that a tool of the provider's left as one, and those that give the model tools. */
export function faultsOfItems(turns: readonly Turn[], denied: Denied): Fault[] {
  return turns.flatMap((turn) => turn.parts.flatMap((part) => itemFault(turn, part, denied) ?? []))
}

function itemFault(turn: Turn, part: Part, denied: Denied): Fault | undefined {
  if (part.kind !== 'other') return undefined
  const { ran, offers = [] } = part
  if (ran !== undefined && denied.keepsCompleted !== true && areDenied(denied, ran))
    return {
      turn,
      part,
      variant: 'ran',
      values: { name: ran[0] ?? '' },
      intents: [{ do: 'drop', turn, part }],
    }
  const names = offers.filter((name) => areDenied(denied, [name]))
  if (names.length === 0) return undefined
  const intent: Intent =
    names.length === offers.length
      ? { do: 'drop', turn, part }
      : { do: 'reshape', turn, part, shape: 'without-offers', wish: names }
  return { turn, part, variant: 'declared', values: { name: names[0] ?? '' }, intents: [intent] }
}
