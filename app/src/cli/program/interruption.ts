import { grouped } from '../screen/printable.ts'
import { samePlace } from '../sessions/same-place.ts'
import type { Invocation } from './command.ts'
import { exits } from './failure.ts'

/**
 * Waits for Ctrl-C, or for whoever ends processes.
 *
 * A command asks for it before it says that it is ready: whoever reads that may end it at once.
 */
export function interruption(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
}

/** Tells work on many files that Ctrl-C was pressed. */
export interface Interruption {
  readonly isStopped: boolean
}

/**
 * From here on, the first Ctrl-C lets the files at hand be finished.
 *
 * A second one ends the process at once, as does any Ctrl-C where nobody listens: a listener would not hear it while a
 * large session is read. The journal settles what is left half done, at the next change.
 */
export function stopOnInterrupt({ story }: Pick<Invocation, 'story'>): Interruption {
  const stop = { isStopped: false }
  process.once('SIGINT', () => {
    stop.isStopped = true
    story.tell('stopping once the files at hand are finished; Ctrl-C again ends at once')
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
  story.tell(`stopped after ${grouped(done)} of ${grouped(total)}; ${back}`)
  return exits.interrupted
}
