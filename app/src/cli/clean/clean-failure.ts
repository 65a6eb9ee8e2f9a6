import { sessionName } from '../../sessions/find/session-name.ts'
import type { CleanRow } from '../../sessions/rewrite/clean-row.ts'
import { describeFailure, exits, type Failure } from '../program/failure.ts'

/** The failure of a row in words, with its exit code; undefined if the row did not fail. */
export function failureOf({ found, failure }: CleanRow): Failure | undefined {
  if (failure === undefined) return undefined
  if (failure.is === 'thrown') return describeFailure(failure.thrown)
  const name = found === undefined ? '' : sessionName(found)
  return failure.is === 'not-clean'
    ? refused('not-clean', `\`${name}\` cannot be cleaned without breaking it; it was left as it is.`)
    : refused('read-only', `\`${name}\` is left alone. ${failure.reason}`)
}

function refused(code: string, message: string): Failure {
  return { code, message, hint: undefined, exit: exits.safety }
}
