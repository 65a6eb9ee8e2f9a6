import type { Finding } from '@mortise/core'

/** The kinds of trouble with a request; a rulebook knows only the first. */
export type TroubleKind =
  | 'refused'
  | 'broken-json'
  | 'not-an-object'
  | 'no-messages'
  | 'wrong-method'
  | 'unknown-path'
  | 'too-large'
  | 'failing'
  | 'bad-scenario'

/** Something that is wrong with a request, in the words of its API. */
export interface Trouble {
  readonly kind: TroubleKind
  readonly status: number
  readonly message: string
  /** The fault that the rulebook found. */
  readonly finding?: Finding
  /** A request id that is the same for the same request. */
  readonly request: string
}

/** The words of an API about a request that no rulebook judges; `what` is the method and the path. */
interface TroubleSentence {
  readonly status: number
  readonly message?: string | ((what: NamedRequest) => string)
}

/** The request as an error sentence may name it. */
export interface NamedRequest {
  readonly method: string
  readonly path: string
  /** The message of the JSON parser. */
  readonly detail: string
}

/** How one API says no. */
export interface Voice {
  readonly sentences: Readonly<Partial<Record<TroubleKind, TroubleSentence>>>
  /** The body of an error. */
  body(trouble: Trouble): unknown
  /** The header that names the request, and how the name begins. */
  readonly request?: readonly [header: string, prefix: string]
  /** Headers that only errors have. */
  headers?(trouble: Trouble): Readonly<Record<string, string>>
}
