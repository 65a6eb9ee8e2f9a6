import type { Transform } from 'node:stream'
import type { Finding, PolicyName } from '@mortise/core'

/** Which formats a conversion is between, and whose rules its outcome keeps. */
export interface Direction {
  readonly from: string
  readonly to: string
}

/** A request in another format. */
export interface ConvertedRequest {
  readonly document: unknown
  /** What was wrong with it as it came, and is mended. */
  readonly found: readonly Finding[]
  /** What is still refused. */
  readonly left: readonly Finding[]
  /** Whether a stream is asked for. */
  readonly isStream: boolean
}

/** Conversion between wire formats, as the gateway needs it; what it throws is answered with 502. */
export interface Conversion {
  request(
    document: unknown,
    direction: Direction & {
      readonly api: string
      readonly fromApi?: string
      readonly policy: PolicyName
      readonly model: string
      /** A stream is asked for by the path. */
      readonly isStream: boolean
    },
  ): ConvertedRequest
  /** An answer of the upstream, for the client; `model` is the name that the client asked for. */
  answer(document: unknown, direction: Direction & { readonly model: string }): unknown
  error(document: unknown, direction: Direction & { readonly status: number }): unknown
  /** A stream of the upstream, for the client, in bytes. */
  stream(direction: Direction & { readonly model: string }): {
    readonly type: string
    readonly transform: Transform
  }
}
