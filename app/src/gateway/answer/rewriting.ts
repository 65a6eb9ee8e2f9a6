import { Transform } from 'node:stream'

/** The largest answer that is held to be rewritten. */
const largest = 8 << 20

/** Rewrites an answer in JSON that comes in pieces; one that is no JSON, or is larger, passes as it is. */
export function rewriting(rewrite: (answer: unknown) => unknown): Transform {
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
      const bytes = Buffer.concat(pieces)
      done(null, rewritten(bytes, rewrite))
    },
  })
}

function rewritten(bytes: Buffer, rewrite: (answer: unknown) => unknown): Buffer | string {
  try {
    return JSON.stringify(rewrite(JSON.parse(bytes.toString())))
  } catch {
    return bytes
  }
}
