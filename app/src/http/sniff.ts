import type { Readable } from 'node:stream'

const preface = 'PRI * HTTP/2.0'

/** Looks at the first bytes of a connection, which tell the version of HTTP, and leaves them there. */
export function sniff(connection: Readable, tell: (isSecond: boolean) => void): void {
  let held = Buffer.alloc(0)
  const look = (): void => {
    const piece: Buffer | null = connection.read()
    if (piece === null) return
    held = Buffer.concat([held, piece])
    const start = held.toString('latin1', 0, preface.length)
    // As long as it may become either, more is waited for.
    if (held.length < preface.length && preface.startsWith(start)) return
    connection.off('readable', look)
    connection.unshift(held)
    tell(start === preface)
  }
  connection.on('readable', look)
}
