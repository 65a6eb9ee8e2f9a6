import { flagsOfFile, kindOf, refuseForeign } from '../input/kind.ts'
import type { Invocation } from '../program/command.ts'
import { given } from '../program/given.ts'
import { repairDocument } from './repair-document.ts'

/** Mends a session where it is; a document is printed mended, or written to a file. */
export async function repair(invocation: Invocation): Promise<number> {
  const { fleet, agent, policy } = invocation.flags
  if (fleet) {
    const { askFleet } = await import('../fleet/ask-fleet.ts')
    return askFleet(invocation, { do: 'repair', ...given({ agent, policy }) })
  }
  const kind = await kindOf(invocation)
  refuseForeign(invocation.flags, kind, flagsOfFile(invocation.flags))
  if (kind === 'document') return repairDocument(invocation)
  return (await import('../mend/repair-session.ts')).repairSession(invocation)
}
