import type { RewriteState } from '../../sessions/rewrite/rewrite-state.ts'
import { exits } from '../program/failure.ts'

/** The exit code for each end of a rewrite. */
export const rewriteExits: Readonly<Record<RewriteState, number>> = {
  declined: exits.faults,
  'read-only': exits.safety,
  'faults-left': exits.faults,
  unchanged: exits.sound,
  planned: exits.sound,
  'in-part': exits.faults,
  rewritten: exits.sound,
}
