import { readPieces } from '../../http/exchange.ts'
import type { ConversationPath } from '../../http/paths.ts'
import type { Weight } from '../aside/weigh.ts'
import { modelIn, type Readable, readBodyOf, unglanced } from '../judge/mend.ts'
import type { Unread } from '../judge/unread.ts'
import type { Call } from '../parts.ts'
import { Departure } from '../send/dispatch.ts'
import { valuesIn } from '../send/headers.ts'
import { inflated } from './inflate.ts'
import { refuse } from './own-answer.ts'
import type { Holding } from './room.ts'

/** A conversation at the gateway: where it came to, and its body. */
export interface Talk {
  readonly call: Call
  readonly path: ConversationPath
  /** The body as it came. */
  readonly pieces: readonly Buffer[]
  /** The body as it can be looked at; undefined where it cannot. */
  readonly readable: Readable | undefined
  /** Why it cannot. */
  readonly unread: Unread | undefined
  /** How long a look at it may take. */
  readonly weight: Weight
  readonly model: string | undefined
  readonly departure: Departure
  /** The memory that its bodies take. */
  readonly holding: Holding
}

/** Reads a conversation; undefined where it was refused, or its client has gone. */
export async function readTalk(call: Call, path: ConversationPath): Promise<Talk | undefined> {
  const { visit, parts } = call
  const departure = new Departure(call)
  const { body: limit, total } = parts.config.limits
  const holding = parts.room.hold(visit, total)
  const body = await readPieces(visit.body, limit, holding.take)
  if (body.state !== 'whole') {
    holding.free()
    if (body.state === 'gone') return undefined
    return body.state === 'too-large' ? tooLarge(call, limit) : noRoom(call)
  }
  const { thread } = parts
  const encoding = valuesIn(visit.headers, 'content-encoding').join()
  const read = await inflated(body.pieces, encoding, { limit, take: holding.take, thread })
  if (read.state === 'too-large' || read.state === 'no-room') {
    holding.free()
    return read.state === 'too-large' ? tooLarge(call, limit) : noRoom(call)
  }
  const unread = unreadBy[read.state]
  const talk = { call, path, pieces: body.pieces, unread, departure, holding }
  if (read.state !== 'read') return { ...talk, readable: undefined, weight: 'light', model: path.model }
  const { pieces } = read
  const weight = parts.weigh(pieces)
  if (weight === 'huge') {
    const readable = unglanced(pieces, path.format, path.model)
    const isGone = (): boolean => departure.isGone
    const model =
      path.model ??
      (await thread.run('model', pieces, { format: path.format }, isGone).catch(() => undefined))
    return { ...talk, readable, weight, model }
  }
  const readable = readBodyOf(pieces, path.format, path.model)
  return { ...talk, readable, weight, model: path.model ?? readable.glance?.model ?? modelIn(readable) }
}

const unreadBy: Readonly<Partial<Record<string, Unread>>> = { unknown: 'encoding', broken: 'compression' }

/** Answers a request whose body is larger than the config lets it be. */
export function tooLarge(call: Call, limit: number): undefined {
  const message = `The request is larger than ${Math.floor(limit / 2 ** 20)} MB, which is the most that this gateway reads.`
  refuse(call, { status: 413, kind: 'too-large', message }, ['connection', 'close'])
}

/** Answers a request for whose body there is no memory at this moment. */
export function noRoom(call: Call): undefined {
  call.parts.metrics.failed('memory')
  const message = 'The gateway holds as many requests as it may at this moment. Try again soon.'
  refuse(call, { status: 503, kind: 'failing', message }, ['retry-after', '1', 'connection', 'close'])
}
