import { sizeWords } from '../program/amounts.ts'
import type { Invocation } from '../program/command.ts'

/** Tells a person at a terminal how far something is. */
export interface Progress {
  /** So much more is done; one thing where nothing is said. */
  step(size?: number): void
  /** Takes what was shown away. */
  end(): void
}

const patienceMs = 1000
const everyMs = 100
const width = 24

/** The flags that decide whether progress is shown, and its screen. */
export interface Watched {
  readonly flags: Pick<Invocation['flags'], 'json' | 'plain'>
  /** Silent where nobody wants to hear. */
  readonly story: Pick<Invocation['story'], 'show'>
}

/** Shows a bar on the terminal for work that takes more than a second; elsewhere nothing. */
export function progressOf(
  { flags, story }: Watched,
  what: string,
  total: number,
  words: (amount: number) => string = String,
): Progress {
  if (flags.json || flags.plain) return { step: () => {}, end: () => {} }
  let next = Date.now() + patienceMs
  let done = 0
  let isShown = false
  return {
    step: (size = 1) => {
      done = Math.min(total, done + size)
      const now = Date.now()
      if (now < next) return
      next = now + everyMs
      isShown = true
      const length = Math.floor((width * done) / Math.max(1, total))
      const bar = '█'.repeat(length) + '░'.repeat(width - length)
      story.show(`${what}  ${bar}  ${words(done)} of ${words(total)}`)
    },
    end: () => {
      if (isShown) story.show('')
    },
  }
}

// A file of this size takes about a second on a common machine.
const large = 25e6

/** Names one large file on the terminal during work on it that cannot be interrupted to say how far it is. */
export function showWhile<Value>(
  { flags, story }: Watched,
  what: string,
  bytes: number,
  work: () => Value,
): Value {
  if (flags.json || flags.plain || bytes < large) return work()
  story.show(`${what} (${sizeWords(bytes)})`)
  try {
    return work()
  } finally {
    story.show('')
  }
}
