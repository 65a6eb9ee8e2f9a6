import { EventStreamCodec } from '@smithy/eventstream-codec'

/** The type of an answer in this framing. */
export const eventStreamType = 'application/vnd.amazon.eventstream'

const codec = new EventStreamCodec(
  (bytes) => Buffer.from(bytes as Uint8Array).toString('utf8'),
  (text) => Buffer.from(text, 'utf8'),
)

/** One message in the framing of Amazon's event streams. */
export function eventStreamMessage(
  headers: Readonly<Record<string, string>>,
  payload: Uint8Array,
): Uint8Array {
  const typed = Object.entries(headers).map(([name, value]) => [name, { type: 'string', value }] as const)
  return codec.encode({ headers: Object.fromEntries(typed), body: payload })
}

/** A message that was read. */
export interface EventStreamMessage {
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: Uint8Array
}

/** Reads one whole message; throws where a checksum is wrong. */
export function readEventStreamMessage(bytes: Uint8Array): EventStreamMessage {
  const { headers, body } = codec.decode(bytes)
  const plain = Object.entries(headers).map(([name, { value }]) => [name, value] as const)
  return { headers: Object.fromEntries(plain), body }
}
