import { createHash } from 'node:crypto'
import { apply, type Plan, printJson } from '@mortise/core'

/** A plan that leaves the process, with digests of the document it fits and of the one it makes. */
export interface SealedPlan extends Plan {
  readonly fits: string
  readonly makes: string
}

/** Seals a plan, so that another program can tell which document it belongs to. */
export function seal(document: unknown, plan: Plan): SealedPlan {
  const made = apply(document, plan)
  if (!made.ok) throw made.error
  return { ...plan, fits: digest(document), makes: digest(made.value) }
}

/** The digest of a JSON value, as printed without spaces. */
function digest(value: unknown): string {
  return `sha256:${createHash('sha256').update(printJson(value)).digest('hex')}`
}
