import { crc32 } from 'node:zlib'
import { expect } from 'vitest'

/** One event of a stream: what it is called, and what it says. */
export interface Frame {
  readonly name: string | undefined
  readonly data: unknown
}

/** Takes server-sent events apart: each has one line of data, and perhaps a name. */
export function sseFrames(bytes: Buffer): Frame[] {
  const text = bytes.toString()
  expect(text.endsWith('\n\n')).toBe(true)
  return text
    .slice(0, -2)
    .split('\n\n')
    .map((block) => {
      const [, name, data = ''] = /^(?:event: ([^\n]+)\n)?data: ([^\n]+)$/.exec(block) ?? []
      return { name, data: data === '[DONE]' ? data : JSON.parse(data) }
    })
}

/** Takes lines of JSON apart. */
export function lineFrames(bytes: Buffer): Frame[] {
  const lines = bytes.toString().trimEnd().split('\n')
  return lines.map((line) => ({ name: undefined, data: JSON.parse(line) }))
}

/** Takes one long list apart. */
export function listFrames(bytes: Buffer): Frame[] {
  return (JSON.parse(bytes.toString()) as unknown[]).map((data) => ({ name: undefined, data }))
}

/** Takes messages in Amazon's framing apart, and checks both checksums of each. */
export function amazonFrames(bytes: Buffer): Frame[] {
  const frames: Frame[] = []
  for (let start = 0; start < bytes.length; ) {
    const total = bytes.readUInt32BE(start)
    const message = bytes.subarray(start, start + total)
    const body = 12 + message.readUInt32BE(4)
    expect(message.readUInt32BE(8)).toBe(crc32(message.subarray(0, 8)))
    expect(message.readUInt32BE(total - 4)).toBe(crc32(message.subarray(0, total - 4)))
    const headers = amazonHeaders(message.subarray(12, body))
    expect(headers[':content-type']).toBe('application/json')
    const name = headers[`:${headers[':message-type']}-type`]
    frames.push({ name, data: JSON.parse(message.toString('utf8', body, total - 4)) })
    start += total
  }
  return frames
}

function amazonHeaders(bytes: Buffer): Record<string, string> {
  const headers: Record<string, string> = {}
  for (let at = 0; at < bytes.length; ) {
    const kind = at + 1 + bytes[at]!
    expect(bytes[kind], 'the value is a text').toBe(7)
    const start = kind + 3
    const end = start + bytes.readUInt16BE(kind + 1)
    headers[bytes.toString('utf8', at + 1, kind)] = bytes.toString('utf8', start, end)
    at = end
  }
  return headers
}
