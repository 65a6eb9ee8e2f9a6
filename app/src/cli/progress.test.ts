import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Progress, progressOf, type Screen } from './progress.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** What is written to a terminal, or to what is none. */
function screen(isTTY = true): Screen & { readonly shown: string[] } {
  const shown: string[] = []
  const write = (text: unknown): boolean => shown.push(String(text)) > 0
  return { isTTY, write, shown }
}

/** Takes so many steps, each of so many milliseconds. */
function work(progress: Progress, steps: number, each: number): void {
  for (let step = 0; step < steps; step++) {
    vi.advanceTimersByTime(each)
    progress.step()
  }
}

const flags = { quiet: false, json: false, plain: false }

describe('progress', () => {
  test('is not shown for what takes less than a second', () => {
    const stream = screen()
    const progress = progressOf(flags, 'looking', 9, stream)
    work(progress, 9, 111)
    progress.end()
    expect(stream.shown).toEqual([])
  })

  test('is shown from the first second on, ten times a second, and taken away', () => {
    const stream = screen()
    const progress = progressOf(flags, 'looking', 48, stream)
    work(progress, 48, 50)
    progress.end()
    expect(stream.shown.slice(0, 2)).toEqual([
      '\rlooking  ██████████░░░░░░░░░░░░░░  20 of 48\u001b[K',
      '\rlooking  ███████████░░░░░░░░░░░░░  22 of 48\u001b[K',
    ])
    expect(stream.shown.slice(-2)).toEqual([
      '\rlooking  ████████████████████████  48 of 48\u001b[K',
      '\r\u001b[K',
    ])
    expect(stream.shown).toHaveLength(16)
  })

  test('is plain where that is asked for', () => {
    const stream = screen()
    const progress = progressOf({ ...flags, plain: true }, 'looking', 4, stream)
    work(progress, 1, 1000)
    expect(stream.shown).toEqual(['\rlooking  ######..................  1 of 4\u001b[K'])
  })

  test.each([
    ['off a terminal', flags, false],
    ['if nobody wants to hear of it', { ...flags, quiet: true }, true],
    ['to programs', { ...flags, json: true }, true],
  ])('is not shown %s', (_, given, isTTY) => {
    const stream = screen(isTTY)
    const progress = progressOf(given, 'looking', 4, stream)
    work(progress, 4, 1000)
    progress.end()
    expect(stream.shown).toEqual([])
  })
})
