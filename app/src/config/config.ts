import type { PolicyName } from '@mortise/core'

/** What becomes of requests that an API would refuse. */
export type Mode = 'off' | 'observe' | 'repair' | 'strict'

/** A host and a port. */
export interface Address {
  readonly host: string
  readonly port: number
}

/** An API that requests are sent on to, as it is written down. */
export interface UpstreamInput {
  /** What the official SDK of the API takes as its base URL. */
  readonly url: string
  /** The name of the API, whose rules requests have to keep. */
  readonly api: string
  /** The key that is sent; without one, the client's own is. */
  readonly key?: string | undefined
  /** Whether paths that are not known here pass with `key`, too. */
  readonly passthrough?: boolean | undefined
  /** The region of Amazon Bedrock; else `AWS_REGION`, else the one in `url`. */
  readonly region?: string | undefined
}

/** Which requests go where, as it is written down. */
export interface RouteInput {
  readonly name?: string | undefined
  /** A path in its plain form, which covers all its spellings. */
  readonly path?: string | undefined
  /** The models, with stars for anything. */
  readonly model?: string | undefined
  /** The upstreams, the first one first. */
  readonly to: string | string[]
  /** The name of the model at an upstream. */
  readonly as?: Record<string, string> | undefined
  readonly mode?: Mode | undefined
  readonly policy?: PolicyName | undefined
}

/** Someone who may use the gateway, as it is written down. */
export interface ClientInput {
  readonly name: string
  /** `sha256:` and the hash of the key, in hex. */
  readonly key: string
  /** The routes that are open to it; all, if left out. */
  readonly routes?: string[] | undefined
}

/** A config as a person or a program writes it. */
export interface ConfigInput {
  readonly listen?: string | undefined
  readonly admin?:
    | false
    | { readonly listen?: string | undefined; readonly token?: string | undefined }
    | undefined
  readonly upstreams: Record<string, UpstreamInput>
  readonly routes?: RouteInput[] | undefined
  readonly clients?: ClientInput[] | undefined
  /** The one header that the gateway's own key is read from. */
  readonly keyHeader?: 'x-mortise-key' | undefined
  /** For requests that no route is written for. */
  readonly mode?: Mode | undefined
  readonly policy?: PolicyName | undefined
  readonly retries?: number | undefined
  readonly timeouts?:
    | { readonly connect?: string | undefined; readonly headers?: string | undefined }
    | undefined
  readonly limits?: { readonly body?: string | undefined } | undefined
}

export interface UpstreamConfig {
  readonly url: URL
  readonly api: string
  readonly key?: string | undefined
  readonly passthrough: boolean
  readonly region?: string | undefined
}

export interface RouteConfig {
  readonly name?: string | undefined
  readonly path?: string | undefined
  readonly model: string
  readonly to: readonly string[]
  readonly as: Readonly<Record<string, string>>
  readonly mode: Mode
  readonly policy: PolicyName
}

export interface ClientConfig {
  readonly name: string
  readonly key: string
  readonly routes?: readonly string[] | undefined
}

/** A config that was read: every value is there; times are in milliseconds, sizes in bytes. */
export interface Config {
  readonly listen: Address
  readonly admin: false | { readonly listen: Address; readonly token?: string | undefined }
  readonly upstreams: Readonly<Record<string, UpstreamConfig>>
  readonly routes: readonly RouteConfig[]
  readonly clients: readonly ClientConfig[]
  readonly keyHeader?: 'x-mortise-key' | undefined
  readonly mode: Mode
  readonly policy: PolicyName
  readonly retries: number
  readonly timeouts: { readonly connect: number; readonly headers: number }
  readonly limits: { readonly body: number }
}
