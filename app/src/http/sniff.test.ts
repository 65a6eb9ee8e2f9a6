import { PassThrough } from 'node:stream'
import { setImmediate as moment } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { sniff } from './sniff.ts'

/** The verdict after each piece. */
async function told(pieces: readonly string[]): Promise<{ verdicts: unknown[]; left: string }> {
  const connection = new PassThrough()
  let verdict: boolean | undefined
  sniff(connection, (isSecond) => {
    verdict = isSecond
  })
  const verdicts: unknown[] = []
  for (const piece of pieces) {
    connection.write(piece)
    await moment()
    verdicts.push(verdict)
  }
  return { verdicts, left: String(connection.read()) }
}

test.each([
  ['HTTP/1.1', ['GET / HTTP/1.1'], [false]],
  ['HTTP/2', ['PRI * HTTP/2.0\r\n\r\nSM'], [true]],
  ['HTTP/2 in pieces', ['P', 'RI * HT', 'TP/2.', '0\r\n'], [undefined, undefined, undefined, true]],
  ['what begins like it', ['P', 'OST / HTTP/1.1'], [undefined, false]],
  ['another version', ['PRI * HTTP/', '3.0\r\n'], [undefined, false]],
])('%s', async (_, pieces, verdicts) => {
  expect(await told(pieces)).toEqual({ verdicts, left: pieces.join('') })
})
