import { flagsOfFile, kindOf, refuseForeign } from '../input/kind.ts'
import type { Invocation } from '../program/command.ts'

/** Makes a session smaller where it is; a document is printed smaller, or written to a file. */
export async function compact(invocation: Invocation): Promise<number> {
  const kind = await kindOf(invocation)
  refuseForeign(invocation.flags, kind, ['dry-run', ...flagsOfFile(invocation.flags)])
  if (kind === 'document') return (await import('./compact-document.ts')).compactDocument(invocation)
  return (await import('../mend/compact-session.ts')).compactSession(invocation)
}
