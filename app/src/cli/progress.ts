import type { Flags } from './flags.ts'

/** Tells a person at a terminal how far something is. */
export interface Progress {
  step(): void
  /** Takes what was shown away. */
  end(): void
}

const patienceMs = 1000
const everyMs = 100
const width = 24

/** Where progress is shown, if it is a terminal. */
export type Screen = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>

/** Shows a bar on the terminal for work that takes more than a second; elsewhere nothing. */
export function progressOf(
  flags: Pick<Flags, 'quiet' | 'json' | 'plain'>,
  what: string,
  total: number,
  stream: Screen = process.stderr,
): Progress {
  if (stream.isTTY !== true || flags.quiet || flags.json) return { step: () => {}, end: () => {} }
  const [full, empty] = flags.plain ? ['#', '.'] : ['█', '░']
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
      const bar = full.repeat(length) + empty.repeat(width - length)
      stream.write(`\r${what}  ${bar}  ${done} of ${total}\u001b[K`)
    },
    end: () => {
      if (isShown) stream.write('\r\u001b[K')
    },
  }
}
