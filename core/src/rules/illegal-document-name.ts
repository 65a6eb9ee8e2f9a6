import { hasDocument } from '../engine/for-rules/documents.ts'
import { deriveId } from '../engine/match/identity.ts'
import type { Rule } from '../model/rule.ts'
import { patternOf } from '../model/rulebook.ts'
import { seatsOf } from '../model/seat.ts'
import type { Words } from '../model/words.ts'

/** A document whose name has characters that the API does not take gets a name that can be read as before. */
export const illegalDocumentName: Rule<'pattern'> = {
  name: 'illegal-document-name',
  title: 'A document has a name that the API does not take',
  text: {
    usual: 'This document has a name with characters or spaces that this API does not take.',
    letters: 'This document has a name with letters that this API may not take.',
    within: 'A document in result `{id}` has a name with characters or spaces that this API does not take.',
    'letters-within': 'A document in result `{id}` has a name with letters that this API may not take.',
  },
  // Documents of a result may leave it later, with the name that they have then.
  stage: 'before',
  isPlaceless: true,
  *detect({ turns, row }) {
    const pattern = patternOf(row.pattern ?? '')
    for (const { turn, part } of seatsOf(turns, hasDocument)) {
      const illegal = part.documents.filter((name) => !pattern.test(name))
      if (illegal.length === 0) continue
      const fault = illegal.every((name) => pattern.test(name.replace(otherLetters, 'x')))
        ? 'letters'
        : 'usual'
      const variant = part.kind === 'media' ? fault : fault === 'usual' ? 'within' : 'letters-within'
      const wish = part.documents.map((name) => (pattern.test(name) ? name : legalName(name)))
      yield { turn, part, variant, intents: [{ do: 'reshape', turn, part, shape: 'document-names', wish }] }
    }
  },
}

/** The words for a person about this fault. */
export const words: Words = {
  happened:
    'A document has a name with characters that this API does not accept, for example a dot. The document is sent with every request, so every request fails.',
  todo: 'Repair the conversation. The document gets a name that the API accepts. Leave endings such as `.pdf` out of names.',
}

const otherLetters = /(?!\s)[\u007f-\uffff]/g

/** A name of legal characters; its end keeps two names apart that differ in the others alone. */
function legalName(name: string): string {
  const readable = name.replace(/[^a-zA-Z0-9_()[\]-]+/g, ' ').trim()
  return `${readable.slice(0, 180)} ${deriveId(`document ${name}`)}`.trim()
}
