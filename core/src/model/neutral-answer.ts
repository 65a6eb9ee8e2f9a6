import type { NeutralPart, NeutralRequest, OwnMembers } from './neutral.ts'

/**
 * Why the model stopped.
 *
 * `end`: it had said all · `stop`: a stop sequence · `limit`: the output limit · `context`: the context window ·
 * `calls`: it waits for results · `refusal`: it or a filter would not go on · `pause`: the provider's own tools go on later.
 */
export type StopReason =
  | 'end'
  | 'stop'
  | 'limit'
  | 'context'
  | 'calls'
  | 'refusal'
  | 'pause'
  | 'error'
  | 'unknown'

/** Counts of tokens; absent if the source does not tell. */
export interface NeutralUsage {
  /** All tokens of the input, those from a cache and those written to one included. */
  readonly input?: number
  /** All tokens of the output, reasoning included. */
  readonly output?: number
  /** Of the input, those read from a cache. */
  readonly cacheRead?: number
  /** Of the input, those written to a cache. */
  readonly cacheWrite?: number
  /** Of the output, those of reasoning. */
  readonly reasoning?: number
}

export interface NeutralAnswer {
  readonly as: 'answer'
  readonly id?: string
  readonly model?: string
  /** When it was made, in seconds since 1970, if the source says so. */
  readonly created?: number
  readonly parts: readonly NeutralPart[]
  readonly stop: StopReason
  /** The stop sequence that was met. */
  readonly stopSequence?: string
  /** The source's own word for the reason. */
  readonly stopWord?: string
  readonly usage?: NeutralUsage
  readonly own?: OwnMembers
}

/** The kinds of error that the APIs tell apart. */
export type ErrorKind =
  | 'invalid'
  | 'authentication'
  | 'permission'
  | 'not-found'
  | 'too-large'
  | 'rate-limit'
  | 'overloaded'
  | 'timeout'
  | 'server'

export interface NeutralError {
  readonly as: 'error'
  readonly kind: ErrorKind
  readonly message: string
  /** The status of the answer that carried it, if it is known. */
  readonly status?: number
  /** The source's own word for the kind, and its request id. */
  readonly code?: string
  readonly requestId?: string
  readonly own?: OwnMembers
}

export type Neutral = NeutralRequest | NeutralAnswer | NeutralError
