import { constants } from 'node:fs'
import type { Files } from '../../app/src/disk/index.ts'

/** Whether a call changes something on disk: dying before one that only looks is dying before the next of these. */
export function isChange(name: keyof Files, [, how]: readonly unknown[]): boolean {
  if (name === 'open') return (Number(how) & constants.O_CREAT) !== 0
  return !['close', 'read', 'stat', 'glance', 'statHandle', 'realPath', 'list', 'isThere'].includes(name)
}
