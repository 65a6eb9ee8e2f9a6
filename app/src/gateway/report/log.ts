import { type DestinationStream, destination, type Logger, pino } from 'pino'
import { printableJson } from '../../text/printable.ts'

export type { Logger } from 'pino'

/**
 * A log on standard error, one JSON object a line. Keys and bodies never reach it.
 *
 * Ids and places of a request do: characters that a terminal obeys are written as escapes.
 */
export function openLog(
  level = 'info',
  to: DestinationStream = destination({ dest: 2, sync: true }),
): Logger {
  const secrets = ['key', 'token', 'authorization', '*.key', '*.token', '*.authorization']
  const safe = { write: (line: string) => void to.write(printableJson(line)) }
  return pino({ level, base: null, redact: secrets }, safe)
}

/** A log that nobody reads. */
export function silentLog(): Logger {
  return pino({ enabled: false })
}
