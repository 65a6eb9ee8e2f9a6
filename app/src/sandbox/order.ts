import type { Checked } from './binding/index.ts'
import type { JsonObject } from './json.ts'
import type { Route } from './route.ts'
import type { Speaker } from './speaker.ts'
import type { Token } from './token.ts'

/** A request that was accepted, and is to be answered. */
export interface Order {
  readonly speaker: Speaker
  readonly route: Route
  /** The body as the rulebook reads it: with the model that the path names. */
  readonly document: JsonObject
  /** What is asked, as JSON; not how it is to be answered. */
  readonly question: string
  readonly token: Token
  readonly query: URLSearchParams
  /** What became of the thinking in the request; absent where no thinking is bound. */
  readonly thoughts?: Checked | undefined
}
