import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sizeWords } from '../program/amounts.ts'
import { progressOf, type StepProgress, showWhile } from './progress.ts'
import { type Screen, screenOn, silent } from './screen.ts'
import { styleOf } from './style.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A terminal, or what is none, and what is written to it. */
function screen(isTTY = true, columns = 80): { readonly story: Screen; readonly shown: string[] } {
  const shown: string[] = []
  const stream = { isTTY, columns, write: (text: unknown) => shown.push(String(text)) > 0 }
  return { story: screenOn(stream, styleOf(stream, {}, false)), shown }
}

/** Takes so many steps, each of so many milliseconds. */
function work(progress: StepProgress, steps: number, each: number): void {
  for (let step = 0; step < steps; step++) {
    vi.advanceTimersByTime(each)
    progress.step()
  }
}

const flags = { json: false, plain: false }

describe('progress', () => {
  test('is not shown for what takes less than a second', () => {
    const { story, shown } = screen()
    const progress = progressOf({ flags, story }, 'looking', 9)
    work(progress, 9, 111)
    progress.end()
    expect(shown).toEqual([])
  })

  test('is shown from the first second on, ten times a second, and taken away', () => {
    const { story, shown } = screen()
    const progress = progressOf({ flags, story }, 'looking', 48)
    work(progress, 48, 50)
    progress.end()
    expect(shown.slice(0, 2)).toEqual([
      '\rlooking  ██████████░░░░░░░░░░░░░░  20 of 48  2 s left  20/s\u001b[K',
      '\rlooking  ███████████░░░░░░░░░░░░░  22 of 48  2 s left  20/s\u001b[K',
    ])
    expect(shown.slice(-2)).toEqual([
      '\rlooking  ████████████████████████  48 of 48  20/s\u001b[K',
      '\r\u001b[K',
    ])
    expect(shown).toHaveLength(16)
  })

  test.each([
    ['off a terminal', flags, (story: Screen) => story, false],
    ['if nobody wants to hear of it', flags, silent, true],
    ['to programs', { ...flags, json: true }, (story: Screen) => story, true],
    ['where a plain screen is asked for', { ...flags, plain: true }, (story: Screen) => story, true],
  ])('is not shown %s', (_, given, as, isTTY) => {
    const { story, shown } = screen(isTTY)
    const progress = progressOf({ flags: given, story: as(story) }, 'looking', 4)
    work(progress, 4, 1000)
    progress.end()
    expect(shown).toEqual([])
  })
})

test('of bytes, progress says sizes', () => {
  const { story, shown } = screen()
  const progress = progressOf({ flags, story }, 'reading', 48e6, sizeWords)
  vi.advanceTimersByTime(1000)
  progress.step(12e6)
  // A file may have grown since its size was asked for.
  vi.advanceTimersByTime(1000)
  progress.step(99e6)
  expect(shown).toEqual([
    '\rreading  ██████░░░░░░░░░░░░░░░░░░  12.0 MB of 48.0 MB  3 s left  12.0 MB/s\u001b[K',
    '\rreading  ████████████████████████  48.0 MB of 48.0 MB  24.0 MB/s\u001b[K',
  ])
})

test('behind the bar stand failures, the time left, the rate and the bytes, as far as the terminal is wide', () => {
  const shownAt = (columns: number): string | undefined => {
    const { story, shown } = screen(true, columns)
    const progress = progressOf({ flags, story }, 'cleaning sessions', 1500)
    vi.advanceTimersByTime(2000)
    progress.step(75, { bytes: 5e6 })
    vi.advanceTimersByTime(2000)
    progress.step(75, { bytes: 5e6, failed: 1 })
    return shown.at(-1)?.slice(1).split('\u001b')[0]
  }
  const bar = (length: number): string =>
    `cleaning sessions  ${'█'.repeat(Math.floor(length / 10)).padEnd(length, '░')}  150 of 1,500`
  expect([120, 80, 60, 40].map(shownAt)).toEqual([
    `${bar(24)}  1 failed  36 s left  38/s  10.0 MB`,
    `${bar(10)}  1 failed  36 s left  38/s  10.0 MB`,
    `${bar(8)}  1 failed`,
    bar(8),
  ])
})

describe('work in one go', () => {
  test('a large file is named until a line is told', () => {
    const { story, shown } = screen()
    const done = showWhile({ flags, story }, 'mending `a.json`', 30e6, () => {
      story.tell('api: anthropic')
      return 7
    })
    expect(done).toBe(7)
    expect(shown).toEqual(['\rmending `a.json` (30.0 MB)\u001b[K', '\r\u001b[K', 'api: anthropic\n'])
  })

  test('the name is taken away where the work fails', () => {
    const { story, shown } = screen()
    const fail = (): never => {
      throw new Error('no JSON')
    }
    expect(() => showWhile({ flags, story }, 'mending', 30e6, fail)).toThrow('no JSON')
    expect(shown.at(-1)).toBe('\r\u001b[K')
  })

  test.each([
    ['a small file', flags, 1e6, true],
    ['off a terminal', flags, 30e6, false],
    ['to programs', { ...flags, json: true }, 30e6, true],
    ['where a plain screen is asked for', { ...flags, plain: true }, 30e6, true],
  ])('is not shown: %s', (_, given, bytes, isTTY) => {
    const { story, shown } = screen(isTTY)
    expect(showWhile({ flags: given, story }, 'mending', bytes, () => 7)).toBe(7)
    expect(shown).toEqual([])
  })
})
