import { isListOfTexts } from '../model/option-checks.ts'
import { badOption } from '../model/options.ts'

/**
 * A sink takes the log of a ledger, line by line.
 *
 * `write` resolves once all of the lines will survive whatever happens to the process. If it rejects, none of
 * them counts, and the same lines are offered again. It is not called again before it has settled.
 */
export interface Sink {
  /** The lines written before, oldest first. A line that was cut may be among them. */
  readonly lines: readonly string[]
  write(lines: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** A sink that lasts as long as the process: for tests, and for those who keep their history themselves. */
export function memorySink(earlier: readonly string[] = []): Sink {
  if (!isListOfTexts(earlier)) throw badOption('`memorySink` takes the lines of a log, a list of texts.')
  const lines = [...earlier]
  return {
    lines,
    write: async (more) => {
      for (const line of more) lines.push(line)
    },
    close: async () => {},
  }
}
