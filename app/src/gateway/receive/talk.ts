import { readPieces } from '../../http/exchange.ts'
import type { ConversationPath } from '../../http/paths.ts'
import { type Readable, readBodyOf } from '../judge/mend.ts'
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
  const read = await inflated(body.pieces, valuesIn(visit.headers, 'content-encoding').join(), limit)
  if (read.state === 'too-large') return tooLarge(call, limit)
  if (read.state === 'read' && read.pieces !== body.pieces && !holding.take(sizeOf(read.pieces))) {
    holding.free()
    return noRoom(call)
  }
  const readable = read.state === 'read' ? readBodyOf(read.pieces, path.format, path.model) : undefined
  const unread = unreadBy[read.state]
  const model = path.model ?? readable?.glance?.model ?? modelIn(readable)
  return { call, path, pieces: body.pieces, readable, unread, model, departure, holding }
}

const unreadBy: Readonly<Partial<Record<string, Unread>>> = { unknown: 'encoding', broken: 'compression' }

/** Answers a request whose body is larger than the config lets it be. */
export function tooLarge(call: Call, limit: number): undefined {
  const message = `The request is larger than ${Math.floor(limit / 2 ** 20)} MB, which is the most that this gateway reads.`
  refuse(call, { status: 413, kind: 'too-large', message }, ['connection', 'close'])
}

function sizeOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0)
}

/** Answers a request for whose body there is no memory at this moment. */
export function noRoom(call: Call): undefined {
  call.parts.metrics.failed('memory')
  const message = 'The gateway holds as many requests as it may at this moment. Try again soon.'
  refuse(call, { status: 503, kind: 'failing', message }, ['retry-after', '1', 'connection', 'close'])
}

/** The model of a body that a glance could not read. */
function modelIn(readable: Readable | undefined): string | undefined {
  if (readable === undefined || readable.glance !== undefined) return undefined
  try {
    const body: unknown = JSON.parse(Buffer.concat(readable.pieces).toString())
    const model = typeof body === 'object' && body !== null && 'model' in body ? body.model : undefined
    return typeof model === 'string' ? model : undefined
  } catch {
    return undefined
  }
}
