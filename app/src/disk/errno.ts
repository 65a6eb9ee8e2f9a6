import { constants } from 'node:os'

/** File system errors that neither libuv nor Node has a name for. */
const unnamed: ReadonlyMap<number, string> = new Map(process.platform === 'linux' ? [[117, 'EUCLEAN']] : [])

const names: ReadonlyMap<number, string> = new Map([
  ...unnamed,
  ...Object.entries(constants.errno).map(([name, number]) => [number, name] as const),
])

/** The words of the engine that runs Mortise where memory is short. */
const outOfMemory =
  /Memory\.grow|allocation failed|Invalid (?:array buffer|typed array) length|"size" is out of range/

/**
 * The name of a system error, if an error is one: `ENOSPC`. Memory that the engine did not get is `ENOMEM`.
 *
 * libuv has no name for some errors of Linux, a full quota among them. Node then says `Unknown system error -122`,
 * so the number decides. A number without any name is `E` and the number.
 */
export function errnoOf(thrown: unknown): string | undefined {
  if (thrown instanceof RangeError && outOfMemory.test(thrown.message)) return 'ENOMEM'
  if (!(thrown instanceof Error) || !('code' in thrown)) return undefined
  if (typeof thrown.code === 'string' && /^E[A-Z0-9]+$/.test(thrown.code)) return thrown.code
  if (!('errno' in thrown) || typeof thrown.errno !== 'number') return undefined
  const number = Math.abs(thrown.errno)
  return names.get(number) ?? `E${number}`
}
