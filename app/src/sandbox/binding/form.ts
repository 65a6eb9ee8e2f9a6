import type { JsonObject } from '../json.ts'

/** How an API writes a request down, as far as thinking is bound to it. */
export interface BoundForm {
  /** The model by a name that is the same for every way to ask for it. */
  modelOf(document: JsonObject): unknown
  /** The request's own setup of thinking. */
  thinkingIn(document: JsonObject): JsonObject
  /** The betas that the request asks for. */
  betasOf(document: JsonObject, header: (name: string) => string | undefined): readonly unknown[]
  /** The names of the member that chooses what becomes of thinking that no longer fits. */
  readonly choosing: readonly string[]
  /** The blocks in front of the messages. */
  systemOf(document: JsonObject): readonly unknown[]
  toolsOf(document: JsonObject): readonly unknown[]
  /** A content as blocks: words may be written as one string. */
  blocksOf(content: unknown): readonly unknown[]
  /** The signature of a block of thinking; undefined where the block is something else. */
  signatureOf(block: unknown): unknown
  /** The same block without its cache marks; undefined where it is nothing but a mark. */
  unmarked(block: unknown): unknown
}
