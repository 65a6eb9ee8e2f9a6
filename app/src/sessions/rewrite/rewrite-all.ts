import { type Disk, type DiskError, type DiskOutcome, isBusy, replaceFiles } from '../../disk/index.ts'
import type { Mended } from '../../stores/mend/mend.ts'
import type { Found } from '../find/find.ts'
import { planReplacement, planRewrite, type Rewrite, type Rewritten, rewriteInPlace } from './rewrite.ts'

/** One session of several after its rewrite, or the reason why it failed. */
export interface RewrittenOne<Made extends Mended = Mended> {
  readonly found: Found
  readonly outcome: DiskOutcome<Rewritten<Made>>
}

/** Runs something while nobody else in this process writes. */
export type Alone = <Value>(run: () => Promise<Value>) => Promise<Value>

/**
 * Rewrites many sessions in place.
 *
 * Those in files are read and judged first, and then replaced together; a session that grew meanwhile, or that is
 * kept in a database, is rewritten by itself.
 */
export async function rewriteAll<Made extends Mended>(
  disk: Disk,
  all: readonly Found[],
  how: Rewrite<Made>,
  alone: Alone = (run) => run(),
): Promise<readonly RewrittenOne<Made>[]> {
  const plans = all.map((found) => (isInDatabase(found) ? undefined : planReplacement(disk, found, how)))
  const requests = plans.flatMap((plan) => (plan?.ok === true ? (plan.value.replacement ?? []) : []))
  const settle = async (replaced: Awaited<ReturnType<typeof replaceFiles>>) => {
    const rewritten: RewrittenOne<Made>[] = []
    let request = 0
    const outcomeOf = async (
      found: Found,
      plan: (typeof plans)[number],
    ): Promise<DiskOutcome<Rewritten<Made>>> => {
      if (plan === undefined) return rewriteInPlace(disk, found, how)
      if (!plan.ok) return plan
      const { made, replacement } = plan.value
      if (replacement === undefined) return planned(made)
      const outcome = replaced.ok ? replaced.value[request++] : replaced
      if (outcome === undefined || (outcome.ok && outcome.value.state === 'grown'))
        return rewriteInPlace(disk, found, how)
      return outcome.ok ? { ok: true, value: { made, replaced: outcome.value } } : outcome
    }
    for (const [index, found] of all.entries())
      rewritten.push({ found, outcome: await outcomeOf(found, plans[index]) })
    return rewritten
  }
  if (requests.length === 0 && !all.some(isInDatabase)) return settle({ ok: true, value: [] })
  return alone(async () => settle(await replaceFiles(disk, requests)))
}

/** Plans to rewrite many sessions; nothing is written. */
export function planAll<Made extends Mended>(
  disk: Disk,
  all: readonly Found[],
  how: Pick<Rewrite<Made>, 'make'>,
): readonly RewrittenOne<Made>[] {
  return all.map((found) => {
    const outcome = planRewrite(disk, found, how)
    return { found, outcome: outcome.ok ? planned(outcome.value) : outcome }
  })
}

/** Whether a failure may pass by itself: the session is in use, or another Mortise is at work. */
export function mayPass(error: DiskError): boolean {
  return isBusy(error) || error.code === 'state-busy' || error.code === 'changed'
}

function isInDatabase({ target }: Found): boolean {
  return /\.(?:sqlite|db)$/.test(target.folder)
}

/** A session that stays as it is. */
function planned<Made extends Mended>(made: Made): DiskOutcome<Rewritten<Made>> {
  return { ok: true, value: { made, replaced: { state: 'unchanged' } } }
}
