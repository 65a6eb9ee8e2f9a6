import { isObject } from '../model/json.ts'
import type { Rule } from '../model/rule.ts'
import { speakerOf, type Turn } from '../model/transcript.ts'
import { unsupportedProperty as text } from '../texts/en.ts'

/** Some APIs refuse a turn for a member that they do not know; it goes, or what it holds gets turns of its own. */
export const unsupportedProperty: Rule = {
  name: 'unsupported-property',
  text,
  stage: 'before',
  *detect({ turns, row: { members, foreign, refusedMembers: refused }, fits }) {
    for (const turn of turns) {
      const given = isObject(turn.raw) ? Object.keys(turn.raw) : []
      const known = members ?? []
      const strays = foreign ?? (refused && refusedOf(turn, refused))
      const name = given.find((member) => strays?.includes(member) ?? !known.includes(member))
      if (name === undefined) continue
      if (foreign === undefined) {
        const shape = strays === undefined ? 'known-members' : 'without-members'
        const wish = strays === undefined ? known : { turn: strays }
        if (!fits(turn, undefined, shape, wish))
          yield { turn, values: { name }, intents: [{ do: 'reshape', turn, shape, wish }] }
      } else if (turn.shape !== 'self' && turn.parts.some(({ kind }) => kind === 'call'))
        yield { turn, values: { name }, intents: [{ do: 'unfold', turn }] }
    }
  },
}

function refusedOf(turn: Turn, refused: Readonly<Record<string, readonly string[]>>): readonly string[] {
  return [...(refused.turn ?? []), ...(refused[speakerOf(turn)] ?? [])]
}
