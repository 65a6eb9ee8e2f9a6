import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Readable } from 'node:stream'
import { boundThinking, type FieldState, type Rulebook, rulebooks } from '@mortise/core'
import type { UpstreamConfig } from '../../config/index.ts'
import type { HeaderList } from './headers.ts'

/** An API that requests are sent on to. */
export interface Upstream extends UpstreamConfig {
  readonly name: string
  readonly format: string
  readonly rulebook: Rulebook
  readonly agent: HttpAgent | HttpsAgent
  /** The API can be asked to drop thinking that is bound to another past. */
  readonly dropsBlocks: boolean
  /** The experience with asking for that. */
  readonly state: FieldState
}

/** A request on its way to an upstream. */
export interface Outgoing {
  readonly method: string
  /** The path and the query. */
  readonly path: string
  /** None that frames the body: that is written with it. */
  readonly headers: HeaderList
  readonly body: readonly Uint8Array[] | StreamedBody
}

/** A body that is sent while it comes. */
interface StreamedBody {
  readonly stream: Readable
  /** As its sender told it; without a length it goes in chunks. */
  readonly length: number | undefined
}

/** Whether a body means something in requests of a method. With any other, servers disagree about where it ends. */
export function hasBody(method: string): boolean {
  return method === 'POST' || method === 'PUT' || method === 'PATCH'
}

/** An upstream of a config. Its connections stay open for the next request; the one used last is used first. */
export function openUpstream(name: string, config: UpstreamConfig): Upstream {
  const rulebook = rulebooks.find((each) => each.name === config.api)
  if (rulebook === undefined) throw new Error(`There is no API \`${config.api}\`.`)
  const options = { keepAlive: true, scheduling: 'lifo' } as const
  const agent = config.url.protocol === 'https:' ? new HttpsAgent(options) : new HttpAgent(options)
  const dropsBlocks = boundThinking.dropsBlocks(config.url.hostname)
  const state = { isFieldRefused: false }
  return { ...config, name, rulebook, format: rulebook.format, agent, dropsBlocks, state }
}
