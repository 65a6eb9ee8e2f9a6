import type { Invocation } from './command.ts'
import { kindOf, refuseForeign } from './kind.ts'
import { repairDocument } from './repair-document.ts'

/** Mends a session where it is, or prints any other conversation mended. */
export async function repair(invocation: Invocation): Promise<number> {
  const kind = await kindOf(invocation)
  refuseForeign(invocation.flags, kind)
  if (kind === 'document') return repairDocument(invocation)
  return (await import('./repair-session.ts')).repairSession(invocation)
}
