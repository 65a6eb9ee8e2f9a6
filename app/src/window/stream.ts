import type { Writable } from 'node:stream'
import { begin, type Response } from '../http/exchange.ts'
import { sseEvent } from '../wire/sse.ts'
import type { WindowContext } from './routes.ts'
import { safe } from './safe-headers.ts'

/** A page that listens. */
export interface PageListener {
  end(): void
}

const pulse = 15_000
/** A page that reads so slowly that this many bytes wait for it is told no more. */
const backlog = 1 << 20

/** Tells a page of changes on disk and of the gateway, until it goes. */
export function openStream({ watch, gateway, streams }: WindowContext, response: Response): void {
  const out: Writable = response
  begin(response, 200, { ...safe, 'content-type': 'text/event-stream' })
  const send = (event: string, value: unknown): void => {
    if (out.writableLength < backlog) out.write(sseEvent(value, event))
  }
  out.write(': listening\n\n')
  const ends = [
    watch.listen((paths) => send('sessions', paths)),
    gateway?.listen((row) => send('repair', row)),
    gateway?.onRevision((revision) => send('revision', revision)),
  ]
  const timer = setInterval(() => out.write(': alive\n\n'), pulse)
  const stream = { end: () => void response.end() }
  streams.add(stream)
  response.once('close', () => {
    streams.delete(stream)
    clearInterval(timer)
    for (const end of ends) end?.()
  })
}
