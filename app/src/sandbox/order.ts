import type { CheckedThinking } from './binding/index.ts'
import type { AnyJsonObject } from './json.ts'
import type { SandboxRoute } from './route.ts'
import type { ApiVoice } from './speaker.ts'
import type { Token } from './token.ts'

/** A request that was accepted, and is to be answered. */
export interface AcceptedRequest {
  readonly speaker: ApiVoice
  readonly route: SandboxRoute
  /** The body as the rulebook reads it: with the model that the path names. */
  readonly document: AnyJsonObject
  /** The question as JSON, without the members that say how to answer it. */
  readonly question: string
  readonly token: Token
  readonly query: URLSearchParams
  /** The verdict on the thinking in the request; absent where no thinking is bound. */
  readonly thoughts?: CheckedThinking | undefined
}
