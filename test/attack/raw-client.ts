import { once } from 'node:events'
import { connect } from 'node:net'

/** Sends bytes over a connection of HTTP/1.1, and gives all that came back until the gateway ended it. */
export async function sendBytes(port: number, bytes: string, { isCut = false } = {}): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  const over = once(socket, 'close')
  let text = ''
  socket.on('data', (piece) => (text += piece.toString('latin1')))
  socket.on('error', () => undefined)
  socket.write(bytes, 'latin1')
  if (isCut) socket.end()
  await over
  return text
}

/** The statuses of answers, in their order. */
export function statusesIn(text: string): readonly number[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)]
    .map(([, code]) => Number(code))
    .filter((code) => code >= 200)
}

/** A frame of HTTP/2. */
export function frame(type: number, flags: number, stream: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head.writeUInt8(type, 3)
  head.writeUInt8(flags, 4)
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

/** Types and flags of frames. */
export const [data, headers, reset, settings] = [0, 1, 3, 4]
const [endStream, endHeaders] = [1, 4]

/** Names and values, each as a literal that no table knows. */
export function packed(pairs: readonly (readonly [string, string])[]): Buffer {
  return Buffer.concat(pairs.flatMap(([name, value]) => [Buffer.from([0]), literal(name), literal(value)]))
}

function literal(text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1')
  if (bytes.length < 127) return Buffer.concat([Buffer.from([bytes.length]), bytes])
  const rest: number[] = []
  let left = bytes.length - 127
  for (; left >= 128; left >>= 7) rest.push((left & 127) | 128)
  return Buffer.concat([Buffer.from([127, ...rest, left]), bytes])
}

/** A request of HTTP/2 as frames: its head, and pieces of its body; the last frame ends the stream, unless it is left open. */
export function requestFrames(
  pairs: readonly (readonly [string, string])[],
  pieces: readonly string[],
  { isOpen = false, id = 1 } = {},
): readonly Buffer[] {
  const ends = (isLast: boolean): number => (isLast && !isOpen ? endStream : 0)
  return [
    frame(headers, endHeaders | ends(pieces.length === 0), id, packed(pairs)),
    ...pieces.map((piece, at) =>
      frame(data, ends(at === pieces.length - 1), id, Buffer.from(piece, 'latin1')),
    ),
  ]
}

/** Sends frames over a connection of HTTP/2; over when its stream or the connection is. Gives whether it was answered in full. */
export async function sendFrames(port: number, frames: readonly Buffer[]): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const over = once(socket, 'close')
  let held = Buffer.alloc(0)
  const ended = new Promise<boolean>((resolve) => {
    socket.on('data', (piece) => {
      held = Buffer.concat([held, piece])
      while (held.length >= 9) {
        const length = held.readUIntBE(0, 3)
        if (held.length < 9 + length) return
        const [type, flags, stream] = [held[3], held[4] ?? 0, held.readUInt32BE(5)]
        held = held.subarray(9 + length)
        if (type === settings && (flags & 1) === 0) socket.write(frame(settings, 1, 0, Buffer.alloc(0)))
        if (stream === 0 || (type !== data && type !== headers && type !== reset)) continue
        if (type === reset || (flags & endStream) !== 0) resolve(type !== reset)
      }
    })
  })
  socket.on('error', () => undefined)
  socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
  socket.write(frame(settings, 0, 0, Buffer.alloc(0)))
  socket.write(Buffer.concat(frames))
  const isWhole = await Promise.race([ended, over.then(() => false)])
  socket.destroy()
  await over
  return isWhole
}
