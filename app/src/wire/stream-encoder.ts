import { eventStreamMessage, eventStreamType } from './event-stream.ts'
import { listEncoder } from './json-list.ts'
import { sseEvent } from './sse.ts'

/** How the events of one format's streams are written as bytes. */
export interface StreamEncoder {
  /** The type of the answer. */
  readonly type: string
  encode(event: unknown): string | Uint8Array
  /** The bytes after the last event. */
  end(): string
}

const nothing = (): string => ''

const named: StreamEncoder = {
  type: 'text/event-stream; charset=utf-8',
  encode: (event) => sseEvent(event, memberOf(event, 'type')),
  end: nothing,
}

const plain: StreamEncoder = {
  type: 'text/event-stream; charset=utf-8',
  encode: (event) => sseEvent(event),
  end: nothing,
}

const framed: StreamEncoder = {
  type: eventStreamType,
  end: nothing,
  encode(event) {
    const [name = '', value] = Object.entries(event as object)[0] ?? []
    const isException = name.endsWith('Exception')
    const headers = isException
      ? { ':exception-type': name, ':content-type': 'application/json', ':message-type': 'exception' }
      : { ':event-type': name, ':content-type': 'application/json', ':message-type': 'event' }
    return eventStreamMessage(headers, Buffer.from(JSON.stringify(value)))
  },
}

// Anthropic and Responses name each event; chat and Gemini send the data alone.
const encoders: Readonly<Record<string, StreamEncoder>> = {
  'anthropic-messages': named,
  'openai-responses': named,
  'openai-chat': plain,
  'gemini-contents': plain,
  'bedrock-converse': framed,
}

/** The encoder of one stream; `isList`: of Gemini's streams for those who do not ask for events. */
export function streamEncoder(format: string, isList = false): StreamEncoder {
  return isList ? listEncoder() : (encoders[format] ?? plain)
}

function memberOf(event: unknown, name: string): string | undefined {
  const value: unknown =
    typeof event === 'object' && event !== null && name in event
      ? event[name as keyof typeof event]
      : undefined
  return typeof value === 'string' ? value : undefined
}
