import { readFileSync } from 'node:fs'

/** One sentence that an API refuses a conversation with, and where it was seen. */
export type Sentence = Seen | Alike

interface Told {
  /** The template, word for word. */
  readonly says: string
  /** The APIs that say it, and by which rules. */
  readonly by: readonly { readonly apis: readonly string[]; readonly rules: readonly string[] }[]
}

/** A sentence that somebody got from the API, or read in its source. */
export interface Seen extends Told {
  /** `owner/name#number`, `owner/name:path` in a public repository, or an address. */
  readonly sources: readonly string[]
  /** The words of the source, where the template leaves words out or adds the place of the fault. */
  readonly quoted?: string
}

/** A sentence that is not on record: made after another one, which is. */
export interface Alike extends Told {
  readonly after: string
}

/** The evidence for one API. */
interface Checked {
  /** The day on which the API was last checked as a whole. */
  readonly checked: string
  /** The sources that it was checked against. */
  readonly against: string
  /** The sources of each row of its rulebook. */
  readonly rows: Readonly<Record<string, readonly string[]>>
}

/** The table of all evidence, `docs/sources.json`. */
interface Sources {
  /** The number of demands and sentences that are not on record word for word. */
  readonly unproven: Readonly<
    Record<'refusedRowsByLikeness' | 'sentencesByLikeness' | 'sentencesNotWordForWord', number>
  >
  readonly apis: Readonly<Record<string, Checked>>
  readonly sentences: readonly Sentence[]
}

const text = readFileSync(new URL('../../docs/sources.json', import.meta.url), 'utf8')

/** The evidence of all APIs, and every sentence of every rulebook, once. */
export const { unproven, apis, sentences } = JSON.parse(text) as Sources
