import { hasDocument } from '../engine/for-rules/documents.ts'
import type { Rule } from '../model/rule.ts'
import { seatsOf } from '../model/seat.ts'
import type { Words } from '../model/words.ts'

/** A document that is named like an earlier one gets a number behind its name: `report`, `report 2`. */
export const duplicateDocumentName: Rule = {
  name: 'duplicate-document-name',
  title: 'Two documents have the same name',
  text: {
    usual: 'An earlier document is named `{name}` too.',
    within: 'Another document is named `{name}` too, and one of the two stands in a result.',
  },
  // Documents of a result may leave it later, with the name that they have then.
  stage: 'before',
  isPlaceless: true,
  *detect({ turns }) {
    const seats = seatsOf(turns, hasDocument)
    const all = new Set(seats.flatMap(({ part }) => part.documents))
    const earlier = new Set<string>()
    const outside = new Set<string>()
    for (const { turn, part } of seats) {
      const wish = part.documents.map((name) => nameBeside(name, earlier, all))
      const [name] = part.documents.filter((each, index) => each !== wish[index])
      if (name !== undefined) {
        const variant = part.kind === 'media' && outside.has(name) ? 'usual' : 'within'
        const intents = [{ do: 'reshape', turn, part, shape: 'document-names', wish }] as const
        yield { turn, part, variant, values: { name }, intents }
      }
      if (part.kind === 'media') for (const each of part.documents) outside.add(each)
    }
  },
}

/** The words for a person about this fault. */
export const words: Words = {
  happened:
    'Two documents of the conversation have the same name. Both are sent with every request, so every request fails.',
  todo: 'Repair the conversation. The second document gets a number behind its name. Give each document a name of its own.',
}

/** The same name if it is new; otherwise one with a number that no document has. */
function nameBeside(name: string, earlier: Set<string>, all: Set<string>): string {
  let free = name
  if (earlier.has(name))
    for (let number = 2; all.has(free); number++) free = `${name.slice(0, 190)} ${number}`.trim()
  earlier.add(free)
  all.add(free)
  return free
}
