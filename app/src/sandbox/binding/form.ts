import type { AnyJsonObject } from '../json.ts'

/** How an API writes a request down, as far as thinking is bound to it. */
export interface BoundForm {
  /** The model by a name that is the same for every way to ask for it. */
  modelOf(document: AnyJsonObject): unknown
  /** The request's own setup of thinking. */
  thinkingIn(document: AnyJsonObject): AnyJsonObject
  /** The betas that the request asks for. */
  betasOf(document: AnyJsonObject, header: (name: string) => string | undefined): readonly unknown[]
  /** The names of the member that chooses what becomes of thinking that no longer fits. */
  readonly choosing: readonly string[]
  /** The blocks in front of the messages. */
  systemOf(document: AnyJsonObject): readonly unknown[]
  toolsOf(document: AnyJsonObject): readonly unknown[]
  /** A content as blocks: words may be written as one string. */
  blocksOf(content: unknown): readonly unknown[]
  /** The signature of a block of thinking; undefined where the block is something else. */
  signatureOf(block: unknown): unknown
  /** The same block without its cache marks; undefined where it is nothing but a mark. */
  unmarked(block: unknown): unknown
}
