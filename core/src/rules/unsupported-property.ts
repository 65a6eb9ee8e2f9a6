import { isObject } from '../model/json.ts'
import type { Rule } from '../model/rule.ts'
import { speakerOf, type Turn } from '../model/transcript.ts'

export { refusedContent as words } from '../texts/fault-words.ts'

/** Some APIs refuse a turn for a member that they do not know; it goes, or what it holds gets turns of its own. */
export const unsupportedProperty: Rule<'foreign' | 'members' | 'membersWhenThinking' | 'refusedMembers'> = {
  name: 'unsupported-property',
  title: 'A turn has a member that the API does not know',
  text: 'This turn has the member `{name}`, which this API does not know.',
  stage: 'before',
  *detect({ turns, row, facts, fits }) {
    const { foreign, refusedMembers: refused } = row
    const members =
      row.members && facts.isThinking ? [...row.members, ...(row.membersWhenThinking ?? [])] : row.members
    const known = members ?? []
    const straysOf = (turn: Turn): readonly string[] | undefined =>
      foreign ??
      (refused && [
        ...refusedOf(turn, refused),
        ...(members === undefined ? none : besides(turn.raw, members)),
      ])
    for (const turn of turns.filter((one) => strayIn(one.raw, straysOf(one), known) !== undefined)) {
      const strays = straysOf(turn)
      const name = strayIn(turn.raw, strays, known) ?? ''
      if (foreign === undefined) {
        const shape = strays === undefined ? 'known-members' : 'without-members'
        const wish = strays === undefined ? known : { turn: strays }
        // A member of another API that wrote the whole turn is read with it, and goes with its shape.
        const isForeign = turn.isFolded === true || !fits(turn, undefined, 'own-turn')
        if (!isForeign && !fits(turn, undefined, shape, wish))
          yield { turn, values: { name }, intents: [{ do: 'reshape', turn, shape, wish }] }
      } else if (turn.shape !== 'self' && turn.parts.some(({ kind }) => kind === 'call'))
        yield { turn, values: { name }, intents: [{ do: 'unfold', turn }] }
    }
  },
}

/** The first member of a turn that is one of the strays or, where none are named, none of those known. */
function strayIn(
  raw: unknown,
  strays: readonly string[] | undefined,
  known: readonly string[],
): string | undefined {
  if (!isObject(raw)) return undefined
  // Makes no list of the members: hardly any turn has one of these.
  for (const name in raw) {
    if (!(strays?.includes(name) ?? !known.includes(name)) || !Object.hasOwn(raw, name)) continue
    // A member without a value is none in JSON.
    if (raw[name] !== undefined) return name
  }
  return undefined
}

function refusedOf(turn: Turn, refused: Readonly<Record<string, readonly string[]>>): readonly string[] {
  const { turn: everyones = none, [speakerOf(turn)]: own = none } = refused
  return own.length === 0 ? everyones : everyones.length === 0 ? own : [...everyones, ...own]
}

/** The members of a turn that an API does not know. */
function besides(raw: unknown, known: readonly string[]): readonly string[] {
  return isObject(raw) ? Object.keys(raw).filter((name) => !known.includes(name)) : none
}

const none: readonly string[] = []
