import { createParser } from 'eventsource-parser'
import { hasMoreParts, mostParts } from '../text/json-parts.ts'
import { readEventStreamMessage } from './event-stream.ts'
import { listDecoder } from './json-list.ts'

/** The longest event. No API sends one as long; in Amazon's framing a longer one means that the bytes are something else. */
export const longest: number = 32 << 20
const shortest = 16
/** No shorter event has too many parts. */
const shortestCounted = mostParts

/** Turns the bytes of a stream into its events, however the bytes are cut. */
export interface StreamDecoder {
  push(bytes: Uint8Array): readonly unknown[]
  /** The source has ended. */
  end(): readonly unknown[]
}

/** The decoder of one format's streams: server-sent events, Amazon's event stream, or Gemini's list. */
export function streamDecoder(format: string): StreamDecoder {
  if (format === 'bedrock-converse') return messageDecoder()
  return format === 'gemini-contents' ? eitherDecoder() : sseDecoder()
}

/** Gemini sends a JSON list to those who do not ask for events: the first byte that is not blank tells which it is. */
function eitherDecoder(): StreamDecoder {
  let decoder: StreamDecoder | undefined
  return {
    push(bytes) {
      const first = bytes.find((byte) => byte > 32)
      if (first !== undefined) decoder ??= first === 91 || first === 123 ? listDecoder() : sseDecoder()
      return decoder?.push(bytes) ?? []
    },
    end: () => decoder?.end() ?? [],
  }
}

/** The parsed `data` of each event; data that is no JSON, as in `[DONE]`, stays a string. */
function sseDecoder(): StreamDecoder {
  const text = new TextDecoder()
  let events: unknown[] = []
  const parser = createParser({
    maxBufferSize: longest,
    onEvent: ({ data }) => events.push(parsed(data)),
    onError(error) {
      // All other errors are lines that mean nothing, which are passed over.
      if (error.type === 'max-buffer-size-exceeded') throw error
    },
  })
  const take = (): readonly unknown[] => {
    const taken = events
    events = []
    return taken
  }
  return {
    push(bytes) {
      parser.feed(text.decode(bytes, { stream: true }))
      return take()
    },
    end() {
      // Some servers leave out the blank line after the last event.
      parser.feed(`${text.decode()}\n\n`)
      return take()
    },
  }
}

/** The value of an event's data; data that is no JSON is told as its text. */
export function parsed(data: string): unknown {
  if (data.length > shortestCounted && hasMoreParts(Buffer.from(data), mostParts))
    throw new Error('An event has more parts than a model writes.')
  try {
    return JSON.parse(data) as unknown
  } catch {
    return data
  }
}

/** Each message as an object with its name as the one member: `{ contentBlockDelta: { … } }`. */
function messageDecoder(): StreamDecoder {
  /** The pieces of a message that has begun, and the size at which they are worth a look. */
  let pieces: Uint8Array[] = []
  let size = 0
  let wanted = 4
  return {
    push(bytes) {
      pieces.push(bytes)
      size += bytes.length
      if (size < wanted) return []
      let held: Uint8Array = pieces.length === 1 ? bytes : Buffer.concat(pieces)
      const events: unknown[] = []
      let length = lengthOf(held)
      for (; length !== undefined && length <= held.length; length = lengthOf(held)) {
        events.push(eventOf(held.subarray(0, length)))
        held = held.subarray(length)
      }
      pieces = [held]
      size = held.length
      wanted = length ?? 4
      return events
    },
    end: () => [],
  }
}

function lengthOf(bytes: Uint8Array): number | undefined {
  if (bytes.length < 4) return undefined
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)
  if (length < shortest || length > longest) throw new Error('The stream is not in the framing of Amazon.')
  return length
}

function eventOf(bytes: Uint8Array): unknown {
  const { headers, body } = readEventStreamMessage(bytes)
  const name = headers[':event-type'] ?? headers[':exception-type'] ?? headers[':error-code']
  return { [String(name)]: parsed(Buffer.from(body).toString('utf8')) }
}
