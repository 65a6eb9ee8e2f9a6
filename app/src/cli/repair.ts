import type { Invocation } from './command.ts'
import { flagsOfFile, kindOf, refuseForeign } from './kind.ts'
import { repairDocument } from './repair-document.ts'

/** Mends a session where it is; a document is printed mended, or written to a file. */
export async function repair(invocation: Invocation): Promise<number> {
  const kind = await kindOf(invocation)
  refuseForeign(invocation.flags, kind, flagsOfFile(invocation.flags))
  if (kind === 'document') return repairDocument(invocation)
  return (await import('./repair-session.ts')).repairSession(invocation)
}
