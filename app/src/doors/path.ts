import { optionChecks } from '@mortise/core'

/** Refuses a value in the place of a path; `what` names the thing that lies there. */
export function checkPath(owner: string, what: string, path: unknown): void {
  if (typeof path === 'string' && path !== '' && !path.includes('\0')) return
  throw optionChecks.badOption(`\`${owner}\` takes the path of ${what}, a text.`)
}
