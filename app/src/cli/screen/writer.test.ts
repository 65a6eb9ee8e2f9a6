import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { lineWriter } from './writer.ts'

test('joins lines into large writes and waits for a slow reader', async () => {
  const writes: number[] = []
  const slow = new Writable({
    highWaterMark: 1,
    write: (chunk: Buffer, _encoding, done) => {
      writes.push(chunk.length)
      setTimeout(done, 1)
    },
  })
  const writer = lineWriter(slow)
  for (let row = 0; row < 2000; row++) await writer.add('x'.repeat(99))
  await writer.flush()
  expect(writes.reduce((sum, length) => sum + length)).toBe(200_000)
  expect(writes.length).toBe(4)
  expect(writer.flush()).toBeUndefined()
})
