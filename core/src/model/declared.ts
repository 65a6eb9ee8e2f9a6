import type { Place } from './place.ts'

/** A tool that a request declares: the model may call it. */
export interface Declaration {
  /** The names that it is known by, its own and those of its kind. */
  readonly names: readonly string[]
  readonly at: Place
  /** The value that declares it, or its name if it is one member of several. */
  readonly raw: unknown
  /** A later turn takes it away from the model again: it stands here, and is not offered. */
  readonly isWithdrawn?: boolean
  /** A later turn may take it away by its name. */
  readonly isReferable?: boolean
}

/** The part of a request that says which tools the model is to call. */
export interface ToolChoice {
  readonly at: Place
  /** The tools that it names, each by its names; none if it is about all tools. */
  readonly tools: readonly (readonly string[])[]
  /** The model has to call. */
  readonly isForced: boolean
}

/** The tools that a request offers to the model. */
export interface Offers {
  readonly declarations: readonly Declaration[]
  readonly choice?: ToolChoice | undefined
}
