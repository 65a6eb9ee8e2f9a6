import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Access, sourceOf } from '../input/source.ts'
import { type Screen, screenOn } from '../screen/screen.ts'
import { styleOf } from '../screen/style.ts'
import { checkLines } from './check-lines.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const message = { role: 'user', content: 'x'.repeat(600_000) }
const bytes = Buffer.from(`${JSON.stringify(message)}\n`.repeat(3))

/** A file on a slow disk: each read takes a while. */
const slow: Access = {
  read: (into, position) => {
    vi.advanceTimersByTime(900)
    return bytes.copy(into, 0, position, position + into.length)
  },
  whole: () => bytes,
  size: () => bytes.length,
  close: () => {},
}

const source = sourceOf(['big.jsonl'], 'mortise check')

const flags = {
  json: false,
  batch: false,
  plain: false,
  quiet: false,
  help: false,
  version: false,
  api: 'anthropic',
}

function terminal(): { readonly screen: Screen; readonly written: string[] } {
  const written: string[] = []
  const stream = { isTTY: true, write: (text: unknown) => written.push(String(text)) > 0 }
  return { screen: screenOn(stream, styleOf({}, {}, false)), written }
}

test('a file that takes longer than a second to read shows how far it is, and that is taken away', () => {
  const { screen, written } = terminal()
  const invocation = { flags, words: ['big.jsonl'], program: 'mortise', out: screen, story: screen }
  checkLines(invocation, source, slow, { model: undefined, messages: [message] })
  expect(written[0]).toMatch(/^\rreading `big\.jsonl` {2}█+░+ {2}[\d.]+ [MK]B of 1\.8 MB/)
  const last = written.findLastIndex((text) => text.includes('reading'))
  expect(written[last + 1]).toBe('\r\u001b[K')
})
