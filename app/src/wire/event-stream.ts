import { crc32 } from 'node:zlib'

/** The type of an answer in this framing. */
export const eventStreamType = 'application/vnd.amazon.eventstream'

const preludeLength = 12
const checksumLength = 4
const textHeader = 7

/**
 * One message in the framing of Amazon's event streams.
 *
 *     total length · length of headers · checksum of both │ headers │ payload │ checksum of all before
 */
export function eventStreamMessage(
  headers: Readonly<Record<string, string>>,
  payload: Uint8Array,
): Uint8Array {
  const head = Buffer.concat(Object.entries(headers).map(headerBytes))
  const total = preludeLength + head.length + payload.length + checksumLength
  const message = Buffer.alloc(total)
  message.writeUInt32BE(total, 0)
  message.writeUInt32BE(head.length, 4)
  message.writeUInt32BE(crc32(message.subarray(0, 8)), 8)
  message.set(head, preludeLength)
  message.set(payload, preludeLength + head.length)
  message.writeUInt32BE(crc32(message.subarray(0, total - checksumLength)), total - checksumLength)
  return message
}

function headerBytes([name, value]: readonly [string, string]): Uint8Array {
  const key = Buffer.from(name)
  const text = Buffer.from(value)
  const lengths = Buffer.from([textHeader, text.length >> 8, text.length & 0xff])
  return Buffer.concat([Buffer.from([key.length]), key, lengths, text])
}
