import type { StreamStage } from './stage.ts'

/** Lets nothing pass after the end of a stream, whichever step ended it. */
export function untilEnd(): StreamStage {
  let hasEnded = false
  return (event) => {
    if (hasEnded) return []
    hasEnded = event.kind === 'stop' || event.kind === 'error'
    return event
  }
}
