import type { RunRequest } from '../../fleet/index.ts'
import type { Screen } from '../program/command.ts'

/** The lines about a run that was asked for. */
export function runLines(
  { style }: Screen,
  program: string,
  { run, isUnderWay }: RunRequest,
): readonly string[] {
  const good = style.paint('green', style.good)
  return [
    isUnderWay ? `${good} ${run} is under way already` : `${good} ${run} is queued`,
    `  watch it: ${program} jobs watch ${run}`,
  ]
}
