import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitLines } from './lines.ts'

async function split(chunks: readonly string[]): Promise<readonly string[]> {
  async function* source(): AsyncGenerator<Buffer> {
    for (const chunk of chunks) yield Buffer.from(chunk)
  }
  const found: string[] = []
  for await (const lines of splitLines(source())) found.push(...lines.map(String))
  return found
}

test('splits the same wherever the chunks are cut', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '\n') })), async (chunks) => {
      const lines = chunks.join('').split('\n')
      if (lines.at(-1) === '') lines.pop()
      expect(await split(chunks)).toEqual(lines)
    }),
  )
})

test('keeps a last line without its end', async () => {
  expect(await split(['a\r\nb', 'c'])).toEqual(['a\r', 'bc'])
})
