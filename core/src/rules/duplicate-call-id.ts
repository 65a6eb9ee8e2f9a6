import { deriveId } from '../engine/identity.ts'
import type { Rule } from '../model/rule.ts'
import type { Turn } from '../model/transcript.ts'
import { duplicateCallId as text } from '../texts/en.ts'

/**
 * The first call keeps its id, later ones get new ones with their results.
 *
 * Ids are given out in document order against those already given, never against those still to
 * come: a conversation that grows keeps the ids it had.
 */
export const duplicateCallId: Rule = {
  name: 'duplicate-call-id',
  text,
  stage: 'after',
  isPlaceless: true,
  *detect({ pairs, layout }) {
    if (!pairs.mayShareIds && !pairs.joints.some(({ call }) => call.changed?.has('id'))) return
    const seen = new Map<string, number>()
    let current: Turn | undefined
    for (const { call, turn } of pairs.joints) {
      if (layout.unique === 'turn' && turn !== current) seen.clear()
      current = turn
      if (call.id === undefined) continue
      const count = (seen.get(call.id) ?? 0) + 1
      seen.set(call.id, count)
      if (count === 1) continue
      const value = freshId(`${call.id} #${count}`, seen)
      yield { turn, part: call, intents: [{ do: 'set', on: call, fact: 'id', value }] }
    }
  },
}

function freshId(seed: string, seen: Map<string, number>): string {
  let id = deriveId(seed)
  while (seen.has(id)) id = deriveId(`${seed} ${id}`)
  seen.set(id, 1)
  return id
}
