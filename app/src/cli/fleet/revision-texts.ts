import type { Invocation } from '../program/command.ts'
import { CommandError } from '../program/failure.ts'
import { numberOf } from './config-history.ts'
import { withFleet } from './fleet-place.ts'

/** A revision as a file that is compared with another. */
export interface RevisionFile {
  readonly path: string
  readonly text: string
}

/** The texts of two revisions; without a second number, the newest one is compared with the first. */
export function revisionTexts(
  invocation: Invocation,
  first: string,
  second: string | undefined,
): Promise<readonly [RevisionFile, RevisionFile]> {
  const { program } = invocation
  return withFleet(invocation, async ({ query }) => {
    const { newestRevision, revisionAt } = await import('../../fleet/index.ts')
    const one = await revisionAt(query, numberOf(first, program))
    const other =
      second === undefined ? await newestRevision(query) : await revisionAt(query, numberOf(second, program))
    if (other === undefined) throw new CommandError('no-operation', 'The fleet has no config yet.')
    const named = ({ revision, name, text }: typeof one): RevisionFile => ({
      path: `revision-${revision}-${name}`,
      text,
    })
    return [named(one), named(other)]
  })
}
