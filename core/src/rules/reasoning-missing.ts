import { bareHead, openLoop } from '../engine/loop.ts'
import type { Fault, Rule, View } from '../model/rule.ts'
import { speakerOf } from '../model/transcript.ts'

/**
 * While the model thinks, its reasoning goes back with its calls.
 *
 * Nobody can write it anew. Where it must head the open loop, thinking is turned off for this request;
 * where every turn with calls must have some, an empty one says that it is lost.
 */
export const reasoningMissing: Rule = {
  name: 'reasoning-missing',
  stage: 'after',
  *detect(view) {
    if (!view.facts.isThinking) return
    if (view.row.reasoning === 'every-call') yield* bareCalls(view)
    else yield* bareLoop(view)
  },
}

function* bareLoop({ turns, facts }: View): Generator<Fault> {
  const head = facts.isAdaptive ? undefined : bareHead(openLoop(turns))
  if (head !== undefined) yield { ...head, intents: [{ do: 'set-body', fact: 'thinking', value: false }] }
}

function* bareCalls({ turns }: View): Generator<Fault> {
  for (const turn of turns) {
    if (speakerOf(turn) !== 'model' || turn.changed?.has('reasoning')) continue
    const kinds = new Set(turn.parts.map(({ kind }) => kind))
    if (!kinds.has('call') || kinds.has('reasoning')) continue
    yield { turn, intents: [{ do: 'set', on: turn, fact: 'reasoning', value: '' }] }
  }
}
