import { Transform } from 'node:stream'

/** The largest answer that is held to be rewritten. */
const largest = 8 << 20

/** Rewrites an answer that comes in pieces; one that cannot be rewritten, or is larger, passes as it is. */
export function rewriting(rewrite: (pieces: readonly Buffer[]) => Promise<Uint8Array>): Transform {
  const pieces: Buffer[] = []
  let size = 0
  return new Transform({
    transform(piece: Buffer, _, done) {
      pieces.push(piece)
      size += piece.length
      if (size > largest) for (const held of pieces.splice(0)) this.push(held)
      done()
    },
    flush(done) {
      if (size > largest) return done()
      rewrite(pieces).then(
        (bytes) => done(null, bytes),
        () => done(null, Buffer.concat(pieces)),
      )
    },
  })
}
