import { createParser } from 'eventsource-parser'
import { readEventStreamMessage } from './event-stream.ts'
import { listDecoder } from './json-list.ts'

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
  const parser = createParser({ onEvent: ({ data }) => events.push(parsed(data)) })
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

function parsed(data: string): unknown {
  try {
    return JSON.parse(data) as unknown
  } catch {
    return data
  }
}

// No API sends a longer message; a length beyond it means that the bytes are something else.
const longest = 32 << 20
const shortest = 16

/** Each message as an object with its name as the one member: `{ contentBlockDelta: { … } }`. */
function messageDecoder(): StreamDecoder {
  let held: Uint8Array = new Uint8Array(0)
  return {
    push(bytes) {
      held = held.length === 0 ? bytes : Buffer.concat([held, bytes])
      const events: unknown[] = []
      for (
        let length = lengthOf(held);
        length !== undefined && length <= held.length;
        length = lengthOf(held)
      ) {
        events.push(eventOf(held.subarray(0, length)))
        held = held.subarray(length)
      }
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
