import type { Invocation } from './command.ts'
import { kindOf, refuseForeign } from './kind.ts'

/** Makes a session smaller where it is, or prints any other conversation made smaller. */
export async function compact(invocation: Invocation): Promise<number> {
  const kind = await kindOf(invocation)
  refuseForeign(invocation.flags, kind, ['dry-run'])
  if (kind === 'document') return (await import('./compact-document.ts')).compactDocument(invocation)
  return (await import('./compact-session.ts')).compactSession(invocation)
}
