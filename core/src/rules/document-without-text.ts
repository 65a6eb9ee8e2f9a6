import type { Rule } from '../model/rule.ts'
import { isSilent, type Part, type Turn } from '../model/transcript.ts'
import type { Words } from '../model/words.ts'
import { documentOnly } from '../texts/fixed.ts'

/** A document needs a text beside it; where there is none, a fixed one is added. */
export const documentWithoutText: Rule = {
  name: 'document-without-text',
  title: 'A document stands without a text',
  text: 'This turn holds a document and no text.',
  stage: 'after',
  *detect({ turns }) {
    for (const turn of turns) {
      if (!turn.parts.some(isDocument) || maySpeak(turn)) continue
      yield { turn, intents: [{ do: 'add-text', turn, text: documentOnly }] }
    }
  },
}

/** The words for a person about this fault. */
export const words: Words = {
  happened: 'A turn holds a document and no text, and this API wants text beside the document.',
  todo: 'Repair the conversation. A fixed text is put beside the document.',
}

function isDocument(part: Part): boolean {
  return part.kind === 'media' && part.isDocument === true
}

/** A part that cannot be read may be a text. */
function maySpeak({ parts }: Turn): boolean {
  return parts.some((part) =>
    part.kind === 'text' ? part.text.trim() !== '' : part.kind === 'other' && !isSilent(part),
  )
}
