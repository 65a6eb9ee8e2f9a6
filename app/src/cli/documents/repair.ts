import { flagsOfFile, kindOf, refuseForeign } from '../input/kind.ts'
import type { Invocation } from '../program/command.ts'
import { repairDocument } from './repair-document.ts'

/** Mends a session where it is; a document is printed mended, or written to a file. */
export async function repair(invocation: Invocation): Promise<number> {
  const kind = await kindOf(invocation)
  refuseForeign(invocation.flags, kind, flagsOfFile(invocation.flags))
  if (kind === 'document') return repairDocument(invocation)
  return (await import('../mend/repair-session.ts')).repairSession(invocation)
}
