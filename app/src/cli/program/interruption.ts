import { samePlace } from '../sessions/same-place.ts'
import type { Invocation } from './command.ts'
import { exits } from './failure.ts'

/** Waits for Ctrl-C, or for whoever ends processes. */
export function interruption(): Promise<void> {
  return new Promise((resolve) => {
    // To be interrupted is how the command ends, and no failure of it.
    onInterrupt(resolve)
    process.once('SIGTERM', () => resolve())
  })
}

/**
 * Calls this on Ctrl-C, and nothing else.
 *
 * The new listener is there before the old ones go: a Ctrl-C while there is none is lost.
 */
export function onInterrupt(listener: () => void): void {
  const others = process.listeners('SIGINT')
  process.on('SIGINT', listener)
  for (const other of others) process.off('SIGINT', other)
}

/** Tells work on many files that Ctrl-C was pressed. */
export interface Stop {
  readonly isStopped: boolean
}

/** From here on, the first Ctrl-C lets the files at hand be finished; a second one ends at once. */
export function stopOnInterrupt({ story }: Pick<Invocation, 'story'>): Stop {
  const stop = { isStopped: false }
  onInterrupt(() => {
    // The journal settles what is left half done, at the next change.
    if (stop.isStopped) process.exit(exits.interrupted)
    stop.isStopped = true
    story.tell('stopping after the file at hand; Ctrl-C once more ends at once')
  })
  return stop
}

/** Says how far work on many files came before Ctrl-C; returns the exit code. */
export function tellStopped(
  { story, program, flags }: Invocation,
  done: number,
  total: number,
  changed: number,
): number {
  const back =
    changed === 0 ? 'nothing was changed' : `\`${program} undo${samePlace(flags)}\` takes back what was done`
  story.tell(`stopped after ${done} of ${total}; ${back}`)
  return exits.interrupted
}
