import type { Invocation } from './command.ts'

/** Tells a person at a terminal how far something is. */
export interface Progress {
  step(): void
  /** Takes what was shown away. */
  end(): void
}

const patienceMs = 1000
const everyMs = 100
const width = 24

/** What decides whether progress is shown, and where. */
export interface Watched {
  readonly flags: Pick<Invocation['flags'], 'json' | 'plain'>
  /** Silent where nobody wants to hear. */
  readonly story: Pick<Invocation['story'], 'show'>
}

/** Shows a bar on the terminal for work that takes more than a second; elsewhere nothing. */
export function progressOf({ flags, story }: Watched, what: string, total: number): Progress {
  if (flags.json || flags.plain) return { step: () => {}, end: () => {} }
  let next = Date.now() + patienceMs
  let done = 0
  let isShown = false
  return {
    step: () => {
      done++
      const now = Date.now()
      if (now < next) return
      next = now + everyMs
      isShown = true
      const length = Math.floor((width * done) / Math.max(1, total))
      const bar = '█'.repeat(length) + '░'.repeat(width - length)
      story.show(`${what}  ${bar}  ${done} of ${total}`)
    },
    end: () => {
      if (isShown) story.show('')
    },
  }
}
