import { sizeWords } from '../program/amounts.ts'
import type { Invocation } from '../program/command.ts'
import { grouped } from './printable.ts'

/** Tells a person at a terminal how far something is. */
export interface StepProgress {
  /** So much more is done; one thing if nothing is said. */
  step(size?: number, beside?: ProgressFacts): void
  /** Takes what was shown away. */
  end(): void
}

/** The facts about a step that stand behind the bar. */
export interface ProgressFacts {
  readonly bytes?: number
  readonly failed?: number
}

const patienceMs = 1000
const everyMs = 100
const widestBar = 24
const narrowestBar = 8

/** The flags that decide whether progress is shown, and its screen. */
export interface Watched {
  readonly flags: Pick<Invocation['flags'], 'json' | 'plain'>
  /** Silent where nobody wants to hear. */
  readonly story: Pick<Invocation['story'], 'show' | 'style'>
}

/** Shows a bar on the terminal for work that takes more than a second; elsewhere nothing. */
export function progressOf(
  { flags, story }: Watched,
  what: string,
  total: number,
  words: (amount: number) => string = grouped,
): StepProgress {
  if (flags.json || flags.plain) return { step: () => {}, end: () => {} }
  const start = Date.now()
  let next = start + patienceMs
  let done = 0
  let bytes = 0
  let failed = 0
  let isShown = false
  return {
    step: (size = 1, beside = {}) => {
      done = Math.min(total, done + size)
      bytes += beside.bytes ?? 0
      failed += beside.failed ?? 0
      const now = Date.now()
      if (now < next) return
      next = now + everyMs
      isShown = true
      const rate = (done * 1000) / (now - start)
      const facts = [
        ...(failed > 0 ? [`${failed} failed`] : []),
        ...(done < total ? [`${leftWords((total - done) / rate)} left`] : []),
        `${words(Math.round(rate))}/s`,
        ...(bytes > 0 ? [sizeWords(bytes)] : []),
      ]
      const amounts = [`${words(done)} of ${words(total)}`, ...facts]
      story.show(barLine(what, done / Math.max(1, total), amounts, story.style.width - 1))
    },
    end: () => {
      if (isShown) story.show('')
    },
  }
}

function leftWords(seconds: number): string {
  return seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`
}

/** The bar with the amounts behind it: it gets narrower for them, and the last ones go if there is no room. */
function barLine(what: string, share: number, amounts: readonly string[], width: number): string {
  const line = (room: number): readonly string[] => {
    const length = Math.floor(room * share)
    return [what, '█'.repeat(length) + '░'.repeat(room - length), ...amounts]
  }
  const free = width - line(0).join('  ').length
  const parts = line(Math.min(widestBar, Math.max(narrowestBar, free)))
  const fit = parts.findLastIndex((_, last) => parts.slice(0, last + 1).join('  ').length <= width)
  return parts.slice(0, Math.max(fit + 1, 3)).join('  ')
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
