import type { Beat } from './beats.ts'
import type { AnyJsonObject } from './json.ts'
import type { Token } from './token.ts'
import type { SaidPart, SandboxTurn } from './turn.ts'

/** The task that a path asks for. */
export type PathTask = 'answer' | 'stream' | 'count'

/** A path that an API answers at; the group `model` of the pattern is the model, where the path names it. */
export interface Path {
  readonly pattern: RegExp
  readonly task: PathTask
  /** The API that has this path for itself. */
  readonly api?: string
}

/** A tool that a request declares. */
export interface Tool {
  readonly name: string
  /** Its arguments, as JSON schema. */
  readonly schema: unknown
}

/** An answer that comes in pieces. */
export interface SandboxStream {
  readonly type: string
  readonly frames: readonly (string | Uint8Array)[]
  /** An error in the middle of a stream; `status` is the one it would have had before anything was sent. */
  trouble(body: unknown, status: number, isFirst: boolean): string | Uint8Array
}

/** The request that a stream answers. */
interface StreamRequest {
  readonly document: AnyJsonObject
  readonly query: URLSearchParams
}

/** How one wire format is served: what comes in, and how an answer is written down. */
export interface Dialect {
  readonly format: string
  /** Its paths, and who answers there, for people. */
  readonly shown: readonly [paths: string, who: string]
  /** The one API that is served like this; without it, all of the format that have no dialect of their own. */
  readonly only?: string
  readonly paths: readonly Path[]
  /** The largest body that is read, in bytes. */
  readonly limit: number
  /** The body with the model that the path names, as the rulebook reads it. */
  document(body: AnyJsonObject, model: string | undefined): AnyJsonObject
  /** Whether a body asks for a stream, where the path does not say it. */
  isStream(body: AnyJsonObject): boolean
  toolsOf(body: AnyJsonObject): readonly Tool[]
  callId(token: Token, index: number, pattern: string | undefined): string
  answer(turn: SandboxTurn): unknown
  /** One thing of an answer as it is written down; only where thinking is bound to what stands before it. */
  block?(said: SaidPart): unknown
  count(tokens: number): unknown
  stream(turn: SandboxTurn, beats: readonly Beat[], request: StreamRequest): SandboxStream
}
