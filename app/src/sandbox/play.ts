import { setTimeout as wait } from 'node:timers/promises'
import { begin, breakOff, type Response, send } from '../http/exchange.ts'
import type { Reply, Tempo } from './reply.ts'

/** Sends an answer as its tempo wants it; ends early where the client goes. */
export async function play(reply: Reply, response: Response): Promise<void> {
  const { status, headers, content, tempo } = reply
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  response.on('error', () => gone.abort())
  await rest(tempo.delay, gone.signal)
  if (gone.signal.aborted) return
  if ('body' in content) return playPlain(status, headers, content.body, tempo, response)
  begin(response, status, { ...headers, 'content-type': content.type })
  const { frames, isBroken } = scoreOf(content.frames, tempo)
  for (const [at, frame] of frames.entries()) {
    if (at > 0) await rest(tempo.pause, gone.signal)
    if (gone.signal.aborted) return
    await send(response, frame)
  }
  if (isBroken) breakOff(response)
  else response.end()
}

async function playPlain(
  status: number,
  headers: Reply['headers'],
  body: string,
  { cut }: Tempo,
  response: Response,
): Promise<void> {
  const bytes = Buffer.from(body)
  begin(response, status, { ...headers, 'content-length': String(bytes.length) })
  if (cut === undefined) {
    response.end(bytes)
    return
  }
  await send(response, bytes.subarray(0, bytes.length >> 1))
  breakOff(response)
}

interface Score {
  readonly frames: readonly (string | Uint8Array)[]
  /** The connection breaks after them. */
  readonly isBroken: boolean
}

/** The pieces that are sent: of a stream that does not go well, never all of them. */
function scoreOf(frames: readonly (string | Uint8Array)[], { cut, instead }: Tempo): Score {
  if (instead !== undefined && instead.after <= (cut ?? instead.after))
    return { frames: [...frames.slice(0, instead.after), instead.frame], isBroken: false }
  if (cut === undefined) return { frames, isBroken: false }
  return { frames: frames.slice(0, Math.min(cut, frames.length - 1)), isBroken: true }
}

async function rest(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds === 0 || signal.aborted) return
  // The client has gone: there is nobody left to wait for.
  await wait(milliseconds, undefined, { signal }).catch(() => undefined)
}
