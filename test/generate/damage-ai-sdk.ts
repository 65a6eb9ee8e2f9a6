import { type Damage, objectsOf } from './draft.ts'
import { isObject, type Json, pick } from './json.ts'

/** Damages to what only the SDK's own messages have: turns of the tool that hold several parts. */
export const sdkDamages: Readonly<Record<string, Damage>> = {
  'calls-in-the-turn-of-the-tool': (draft, a, b) => {
    const turn = pick(
      objectsOf(draft).filter(({ role }) => role === 'tool'),
      a,
    )
    const before = draft.turns[draft.turns.indexOf(turn ?? null) - 1]
    if (turn === undefined || !isObject(before) || before.role !== 'assistant') return
    if (!Array.isArray(before.content) || !Array.isArray(turn.content)) return
    const isCall = (part: Json): boolean => isObject(part) && part.type === 'tool-call'
    const calls = before.content.filter(isCall)
    before.content = before.content.filter((part) => !isCall(part))
    turn.content = b % 2 === 0 ? [...calls, ...turn.content] : [...turn.content, ...calls]
    if (before.content.length === 0) draft.turns.splice(draft.turns.indexOf(before), 1)
  },
}
