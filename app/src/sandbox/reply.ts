import type { SandboxStream } from './dialect.ts'

/** An answer, before it is sent. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly content: WholeReply | SandboxStream
  readonly tempo: Tempo
}

/** An answer in one piece. */
interface WholeReply {
  readonly body: string
}

/** How an answer is sent: with which waits, and what happens in the middle of it. */
export interface Tempo {
  readonly delay: number
  readonly pause: number
  /** After how many pieces the connection breaks. */
  readonly cut: number | undefined
  /** The frame that is sent in the place of the rest, and after how many pieces. */
  readonly instead: { readonly after: number; readonly frame: string | Uint8Array } | undefined
}

/** At once, and to the end. */
export const steady: Tempo = { delay: 0, pause: 0, cut: undefined, instead: undefined }
