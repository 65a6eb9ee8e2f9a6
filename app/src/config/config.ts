import type { PolicyName } from '@mortise/core'

/** The action on requests that an API would refuse. */
export type Mode = 'off' | 'observe' | 'repair' | 'strict'

/** A host and a port. */
export interface Address {
  readonly host: string
  readonly port: number
}

/** How a changed config takes effect: not at all, by a restart, in place, or in place where that is possible. */
export type ReloadMode = 'off' | 'restart' | 'hot' | 'hybrid'

/** How calls of denied tools in a history are treated: removed, turned into text, or kept where they have a result. */
export type HistoryMode = 'strip' | 'text' | 'keep-completed'

/** Which tools may be used, as it is written down. */
export interface ToolsInput {
  /** Names, patterns with stars, and groups such as `group:web`. */
  readonly deny?: string[] | undefined
  /** If not empty, every tool that it does not name is denied too; `deny` wins. */
  readonly allow?: string[] | undefined
  readonly history?: HistoryMode | undefined
}

/** The sessions that are cleaned when a tool becomes denied, as it is written down. */
export interface SessionsInput {
  /** The name of the agent that keeps them, such as `openclaw`. */
  readonly agent: string
  /** The folder of the user whose sessions they are; `~` is the folder of the one who runs this. */
  readonly home?: string | undefined
  /** The profiles of the agent, with stars for anything. */
  readonly profiles?: string[] | undefined
}

/** An API that requests are sent on to, as it is written down. */
export interface UpstreamInput {
  /** The base URL, as the official SDK of the API takes it. */
  readonly url: string
  /** The name of the API, whose rules requests have to keep. */
  readonly api: string
  /** The key that is sent; without one, the client's own is. */
  readonly key?: string | undefined
  /** Whether paths that are not known here pass with `key`, too. */
  readonly passthrough?: boolean | undefined
  /** The region of Amazon Bedrock; else `AWS_REGION`, else the one in `url`. */
  readonly region?: string | undefined
  /** The treatment of thinking that is bound to another past: the API drops it, or it is removed here. */
  readonly binding?: 'drop_block' | 'remove' | undefined
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
  /** Tools that are denied to this client beside those that are denied to all. */
  readonly tools?: ToolsInput | undefined
}

/** A table of messages in SQL whose sessions are cleaned and mended as those of agents are, as it is written down. */
interface TableInput {
  readonly name: string
  /** The database that holds it; if left out, `database`. */
  readonly url?: string | undefined
  /** The table, such as `public.messages`. */
  readonly table: string
  /** The column that says which session a message is of. */
  readonly session: string
  /** The column by which the messages of a session are ordered. */
  readonly order: string
  /** The column with a whole message as JSON. */
  readonly message?: string | undefined
  /** Without `message`: the columns of the role and of the content. */
  readonly role?: string | undefined
  readonly content?: string | undefined
  /** The format of the messages, such as `openai-chat`. */
  readonly format: string
  /** The API that they are sent to; if left out, the one of the format. */
  readonly api?: string | undefined
}

/** A config as a person or a program writes it. */
export interface ConfigInput {
  readonly listen?: string | undefined
  /** The origins of web pages that may come in, such as `https://chat.example`. */
  readonly origins?: string[] | undefined
  /** The names besides those of this machine by which requests may ask, such as `host.docker.internal`. */
  readonly hosts?: string[] | undefined
  readonly admin?:
    | false
    | { readonly listen?: string | undefined; readonly token?: string | undefined }
    | undefined
  /** A place of its own for `/metrics`, also beyond this machine. */
  readonly metrics?: { readonly listen: string; readonly token: string } | undefined
  /** Needed, but for a machine whose config is in a `database`. */
  readonly upstreams?: Record<string, UpstreamInput> | undefined
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
  readonly limits?: { readonly body?: string | undefined; readonly total?: string | undefined } | undefined
  readonly reload?: ReloadMode | undefined
  readonly tools?: ToolsInput | undefined
  /** Tools that are denied to one profile of an agent, by a name such as `openclaw/main`. */
  readonly profiles?: Record<string, { readonly tools?: ToolsInput | undefined }> | undefined
  /** None by default: a changed config then only names the sessions that it would clean. */
  readonly sessions?: SessionsInput[] | undefined
  /** The PostgreSQL database of a fleet, which holds the config of all its machines. */
  readonly database?: string | undefined
  readonly node?: { readonly name?: string | undefined } | undefined
  readonly tables?: TableInput[] | undefined
  readonly audit?: { readonly days?: number | undefined } | undefined
  readonly jobs?: { readonly days?: number | undefined } | undefined
}

export interface ToolsConfig {
  readonly deny: readonly string[]
  readonly allow: readonly string[]
  /** Undefined where it is left out: the mode of the layer above counts, at last `strip`. */
  readonly history?: HistoryMode | undefined
}

interface SessionsConfig {
  readonly agent: string
  readonly home: string
  readonly profiles: readonly string[]
}

export interface TableConfig {
  readonly name: string
  readonly url?: string | undefined
  readonly table: string
  readonly session: string
  readonly order: string
  readonly message?: string | undefined
  readonly role?: string | undefined
  readonly content?: string | undefined
  readonly format: string
  readonly api?: string | undefined
}

export interface UpstreamConfig {
  readonly url: URL
  readonly api: string
  readonly key?: string | undefined
  readonly passthrough: boolean
  readonly region?: string | undefined
  readonly binding?: 'drop_block' | 'remove' | undefined
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
  readonly tools?: ToolsConfig | undefined
}

/** A config that was read: every value is there; times are in milliseconds, sizes in bytes. */
export interface Config {
  readonly listen: Address
  readonly origins: readonly string[]
  readonly hosts: readonly string[]
  readonly admin: false | { readonly listen: Address; readonly token?: string | undefined }
  readonly metrics?: { readonly listen: Address; readonly token: string } | undefined
  readonly upstreams: Readonly<Record<string, UpstreamConfig>>
  readonly routes: readonly RouteConfig[]
  readonly clients: readonly ClientConfig[]
  readonly keyHeader?: 'x-mortise-key' | undefined
  readonly mode: Mode
  readonly policy: PolicyName
  readonly retries: number
  readonly timeouts: { readonly connect: number; readonly headers: number }
  readonly limits: { readonly body: number; readonly total?: number | undefined }
  readonly reload: ReloadMode
  readonly tools: ToolsConfig
  readonly profiles: Readonly<Record<string, { readonly tools: ToolsConfig }>>
  readonly sessions: readonly SessionsConfig[]
  readonly database?: string | undefined
  readonly node: { readonly name?: string | undefined }
  readonly tables: readonly TableConfig[]
  readonly audit: { readonly days: number }
  readonly jobs: { readonly days?: number | undefined }
}
