import type { Allowed } from '../../disk/index.ts'
import { mendRewrite, type Rewrite } from '../../sessions/rewrite/rewrite.ts'
import type { Mended } from '../../stores/mend/mend.ts'
import { checkNames } from '../documents/choice.ts'
import type { Invocation } from '../program/command.ts'
import { exits } from '../program/failure.ts'
import type { Flags } from '../program/flags.ts'
import { isRefused } from '../screen/findings.ts'
import { planLines, type RewriteReport, reportAnswer, reportLines } from './repair-lines.ts'
import { rewriteSession } from './rewrite-session.ts'

/** Mends one session where it is, or a copy of it; shows what it would do first. */
export async function repairSession(invocation: Invocation): Promise<number> {
  const { flags } = invocation
  checkNames(flags)
  if (flags.all) return (await import('./repair-all.ts')).repairAll(invocation)
  return rewriteSession(invocation, {
    verb: 'mended',
    ways: '`--last` or `--all`',
    question: 'Mend it?',
    how: treatmentOf(flags),
    isWorthIt: (plan) => isWorthIt(plan, flags),
    planLines: (patient, plan, setting) => planLines(patient, plan, setting, flags.api),
    reportLines: (patient, deed, home) => reportLines(invocation, patient, deed, home),
    answer: (patient, deed) => reportAnswer('repair', patient, deed, flags.api),
    exitOf,
  })
}

/** What the flags say about how to mend. */
export function treatmentOf({ api, policy, tail, partial, force }: Flags): Rewrite {
  return mendRewrite({
    command: 'repair',
    allow: allowedBy(force),
    isPartial: partial === true,
    ...(api === undefined ? {} : { api }),
    ...(policy === undefined ? {} : { policy }),
    ...(tail === undefined ? {} : { tail }),
  })
}

/** What may be done only where somebody says so. */
export function allowedBy(force: boolean | undefined): readonly Allowed[] {
  return force ? ['other-owner', 'hard-linked'] : []
}

/** The exit code of what was done, or not done. */
export function exitOf({ mended, isDeclined }: RewriteReport): number {
  const isKept = mended.before.session.readOnly !== undefined && mended.left.some(isRefused)
  if (isKept) return exits.safety
  return isDeclined || mended.left.some(isRefused) ? exits.faults : exits.sound
}

/** Whether something would change, and may. */
function isWorthIt({ before, changes, isSound }: Mended, { partial }: Flags): boolean {
  return changes.length > 0 && before.session.readOnly === undefined && (isSound || partial === true)
}
