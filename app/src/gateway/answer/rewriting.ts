import { Transform } from 'node:stream'

/** Rewrites an answer in JSON that comes in pieces; one that is no JSON passes as it is. */
export function rewriting(rewrite: (answer: unknown) => unknown): Transform {
  const pieces: Buffer[] = []
  return new Transform({
    transform(piece: Buffer, _, done) {
      pieces.push(piece)
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
