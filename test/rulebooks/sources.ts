import { aiSdk } from './sentences/ai-sdk.ts'
import { anthropic } from './sentences/anthropic.ts'
import { bedrock } from './sentences/bedrock.ts'
import { chat } from './sentences/chat.ts'
import { chatCopies } from './sentences/chat-copies.ts'
import { gemini } from './sentences/gemini.ts'
import { responses } from './sentences/responses.ts'

/** One sentence that an API refuses a conversation with, and where it was seen. */
export type Sentence = Seen | Alike

interface Told {
  /** The template, word for word. */
  readonly says: string
  /** Who says it by which rules. */
  readonly by: readonly Use[]
}

/** A sentence that somebody got from the API, or read in its source. */
export interface Seen extends Told {
  /** `owner/name#number`, `owner/name:path` in a public repository, or an address. */
  readonly sources: readonly string[]
  /** What the source has, where the template leaves words out or adds the place of the fault. */
  readonly quoted?: string
}

/** A sentence that nobody has on record: made after another one, which is. */
export interface Alike extends Told {
  readonly after: string
}

/** These APIs say it by these rules. */
export type Use = readonly [apis: readonly string[], rules: readonly string[]]

/** Every sentence of every rulebook, once. */
export const sentences: readonly Sentence[] = [
  ...anthropic,
  ...chat,
  ...chatCopies,
  ...responses,
  ...gemini,
  ...bedrock,
  ...aiSdk,
]
