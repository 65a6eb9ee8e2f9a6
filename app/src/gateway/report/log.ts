import { type DestinationStream, destination, type Logger, pino } from 'pino'

export type { Logger } from 'pino'

/** A log on standard error, one JSON object a line. Keys and bodies never reach it. */
export function openLog(
  level = 'info',
  to: DestinationStream = destination({ dest: 2, sync: true }),
): Logger {
  const secrets = ['key', 'token', 'authorization', '*.key', '*.token', '*.authorization']
  return pino({ level, base: null, redact: secrets }, to)
}

/** A log that nobody reads. */
export function silentLog(): Logger {
  return pino({ enabled: false })
}
