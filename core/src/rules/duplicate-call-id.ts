import { deriveId } from '../engine/match/identity.ts'
import type { Rule } from '../model/rule.ts'
import type { Layout } from '../model/rulebook.ts'
import { speakerOf, type Turn } from '../model/transcript.ts'
import type { Words } from '../model/words.ts'

/** How often an id was used, and in which run of the model's turns it was used last. */
interface IdUse {
  count: number
  run: number | undefined
}

/**
 * The first call keeps its id, later ones get new ones with their results.
 *
 * Ids are given out in document order against those already given, never against those still to
 * come: a conversation that grows keeps the ids it had. An id that comes again after others have spoken is a
 * variety of its own: some APIs look for it in one answer of the model only.
 */
export const duplicateCallId: Rule = {
  name: 'duplicate-call-id',
  title: 'Two calls have the same id',
  text: '`{id}` {name} has the id of an earlier call.',
  stage: 'after',
  isPlaceless: true,
  *detect({ turns, pairs, layout }) {
    if (!pairs.mayShareIds && !pairs.joints.some(({ call }) => call.changed?.has('id'))) return
    const runs = runsOf(turns, layout)
    const seen = new Map<string, IdUse>()
    let current: Turn | undefined
    for (const { call, turn } of pairs.joints) {
      if (layout.unique === 'turn' && turn !== current) seen.clear()
      current = turn
      if (call.id === undefined) continue
      const run = runs.get(turn)
      const last = seen.get(call.id)
      const count = (last?.count ?? 0) + 1
      seen.set(call.id, { count, run })
      if (last === undefined) continue
      const value = freshId(`${call.id} #${count}`, seen)
      const again = last.run === run ? {} : { variant: 'again' }
      yield { turn, part: call, ...again, intents: [{ do: 'set', on: call, fact: 'id', value }] }
    }
  },
}

/** The words for a person about this fault. */
export const words: Words = {
  happened:
    'Two calls have the same id. This happens when a provider counts its ids from zero in each turn, or when a turn is stored twice.',
  todo: 'Repair the conversation. The later call and its result get a new id.',
}

/** By turn, the number of its run: neighbours of the model's are one answer where the API merges them, and items always. */
function runsOf(turns: readonly Turn[], { merges }: Layout): ReadonlyMap<Turn, number> {
  const runs = new Map<Turn, number>()
  let run = 0
  let before: Turn | undefined
  for (const turn of turns) {
    const isOne = before !== undefined && speakerOf(before) === speakerOf(turn)
    if (!isOne || (!merges && turn.shape !== 'self')) run++
    runs.set(turn, run)
    before = turn
  }
  return runs
}

function freshId(seed: string, seen: Map<string, IdUse>): string {
  let id = deriveId(seed)
  while (seen.has(id)) id = deriveId(`${seed} ${id}`)
  seen.set(id, { count: 1, run: undefined })
  return id
}
