import { Transform } from 'node:stream'
import { convert, convertStream } from '@mortise/core'
import { streamDecoder } from '../../wire/stream-decoder.ts'
import { type StreamEncoder, streamEncoder } from '../../wire/stream-encoder.ts'
import type { Crossing } from '../send/cross.ts'
import { headerIn } from '../send/headers.ts'

/** How an answer is rewritten on its way. */
export interface Rewritten {
  readonly transform: Transform
  readonly type: string
}

/** An error of the upstream in the format of the client; undefined where it is none of its format. */
export function convertedError(body: unknown, from: string, to: string): unknown {
  try {
    return convert(body, { from, to, as: 'error' }).document
  } catch {
    return undefined
  }
}

/** Rewrites a stream, event by event. */
export function convertingEvents(crossing: Crossing): Rewritten {
  const { talk, target } = crossing
  const decoder = streamDecoder(target.upstream.format)
  const conversion = convertStream(streamOptions(crossing))
  const { type, encode, end } = writerFor(crossing)
  const written = (events: readonly unknown[]): Buffer =>
    Buffer.concat(events.map((event) => Buffer.from(encode(event))))
  const transform = new Transform({
    transform(piece: Buffer, _, done) {
      attempt(done, () => written(decoder.push(piece).flatMap((event) => conversion.write(event))))
    },
    flush(done) {
      attempt(done, () => {
        const last = decoder.end().flatMap((event) => conversion.write(event))
        return Buffer.concat([written([...last, ...conversion.end()]), Buffer.from(end())])
      })
      if (conversion.found.length > 0) talk.call.parts.metrics.failed('upstream')
    },
  })
  return { transform, type }
}

/** A failure of ours aborts the stream, so that no client takes it for complete. */
function attempt(done: (error: Error | null, bytes?: Buffer) => void, make: () => Buffer): void {
  try {
    done(null, make())
  } catch (error) {
    done(error instanceof Error ? error : new Error(String(error)))
  }
}

function streamOptions(crossing: Crossing): Parameters<typeof convertStream>[0] {
  const { talk, target, turned, wantsUsage, inputTokens } = crossing
  const { path, model } = talk
  return {
    from: target.upstream.format,
    to: path.format,
    names: turned.names,
    plainText: turned.plainText,
    created: Math.floor(Date.now() / 1000),
    wholeCalls: /mistral/i.test(headerIn(talk.call.visit.headers, 'user-agent') ?? ''),
    wantsUsage,
    ...(inputTokens === undefined ? {} : { inputTokens }),
    ...(model === undefined ? {} : { model }),
  }
}

/** How events are written; Gemini's come as a list of JSON to those who ask for no events. */
function writerFor({ talk }: Crossing): StreamEncoder {
  const { format } = talk.path
  const isList = format === 'gemini-contents' && new URLSearchParams(talk.call.query).get('alt') !== 'sse'
  return streamEncoder(format, isList)
}
