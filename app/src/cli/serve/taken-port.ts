import { CommandError } from '../program/failure.ts'

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is taken by another program',
  EACCES: 'may not be listened on by this user',
  EADDRNOTAVAIL: 'is no address of this machine',
  ENOTFOUND: 'is no address',
}

/** Says in a sentence why a place cannot be listened on; `name` gives the place, and a command that helps. */
export async function whenTaken<Value>(
  starting: Promise<Value>,
  name: (error: Error) => { readonly place: string; readonly hint: string },
): Promise<Value> {
  try {
    return await starting
  } catch (error) {
    const why = reasons[codeOf(error)]
    if (why === undefined || !(error instanceof Error)) throw error
    const { place, hint } = name(error)
    throw new CommandError('usage', `\`${place}\` ${why}.`, hint)
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** Whether something cannot start because another program listens there. */
export function isTaken(error: unknown): boolean {
  return codeOf(error) === 'EADDRINUSE'
}
