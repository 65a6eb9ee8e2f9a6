import { resolve } from 'node:path'
import type { OnApplied, openLog } from '../../gateway/index.ts'
import { createTransitions } from '../../transition/index.ts'
import type { GatewayPage } from './gateway-page.ts'

/** The work after each config that takes effect. */
export interface AfterConfig {
  readonly onApplied: OnApplied
  /** Resolves when nothing of it runs any more. */
  close(): Promise<void>
}

/** Cleans the sessions that a config lists when it comes to deny tools, and tells the log of the gateway. */
export function cleaningAfter(
  file: string,
  log: ReturnType<typeof openLog>,
  program: string,
  { tell, progress }: Pick<GatewayPage, 'tell' | 'progress'>,
): AfterConfig {
  const transitions = createTransitions({
    log: {
      info(line) {
        log.info(line)
        tell(line)
      },
      warn(line) {
        log.warn(line)
        tell(line)
      },
      progress,
    },
    source: resolve(file),
    program,
  })
  return { onApplied: transitions.apply, close: transitions.close }
}
