import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { resolve } from 'node:path'
import { foreignIn, otherAgentSentence, type Readable } from '../../sessions/find/foreign.ts'
import type { Invocation } from '../program/command.ts'
import { CommandError } from '../program/failure.ts'

/** The next step: `explain` works on the error of any agent. */
export function otherAgent(
  { program }: Pick<Invocation, 'program'>,
  name: string,
  what: string,
): CommandError {
  const hint = `${program} explain 'the error that it shows'`
  return new CommandError('not-a-session', otherAgentSentence(name, what), hint)
}

/** Refuses bytes that an agent which is not known here wrote: read as something else they would be judged wrongly. */
export function refuseOtherAgents(
  invocation: Pick<Invocation, 'program'>,
  name: string,
  file: Readable,
  path?: string,
): void {
  const what = foreignIn(file, path)
  if (what !== undefined) throw otherAgent(invocation, name, what)
}

/** The same of a regular file. */
export function refuseFileOfOthers(invocation: Pick<Invocation, 'program'>, path: string): void {
  const file = openSync(path, 'r')
  try {
    const read = (into: Uint8Array, position: number): number =>
      readSync(file, into, 0, into.length, position)
    refuseOtherAgents(invocation, `\`${path}\``, { read, whole: () => readFileSync(path) }, resolve(path))
  } finally {
    closeSync(file)
  }
}
