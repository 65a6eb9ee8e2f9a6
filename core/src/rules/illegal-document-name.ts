import type { Rule } from '../model/rule.ts'
import { seatsOf } from '../model/seat.ts'
import type { Part } from '../model/transcript.ts'
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
  looksAt: () => ({ turns: [] }),
  *detect({ turns, row: { pattern = '' }, fits }) {
    const shape = 'legal-names'
    for (const { turn, part } of seatsOf(turns, mayHoldDocument)) {
      if (fits(turn, part, shape, { pattern })) continue
      const fault = fits(turn, part, shape, { pattern, anyLetters: true }) ? 'letters' : 'usual'
      const variant = part.kind === 'media' ? fault : fault === 'usual' ? 'within' : 'letters-within'
      yield { turn, part, variant, intents: [{ do: 'reshape', turn, part, shape, wish: { pattern } }] }
    }
  },
}

/** The words for a person about this fault. */
export const words: Words = {
  happened:
    'A document has a name with characters that this API does not accept, for example a dot. The document is sent with every request, so every request fails.',
  todo: 'Repair the conversation. The document gets a name that the API accepts. Leave endings such as `.pdf` out of names.',
}

function mayHoldDocument(part: Part): boolean {
  return part.kind === 'media' ? part.isDocument === true : part.kind === 'result' && part.hasMedia
}
