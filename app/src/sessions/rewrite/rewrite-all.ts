import { type Disk, type DiskError, type DiskOutcome, isBusy, replaceFiles } from '../../disk/index.ts'
import type { Mended } from '../../stores/mend/mend.ts'
import type { Found } from '../find/find.ts'
import {
  type Planned,
  planReplacement,
  planRewrite,
  type Rewrite,
  type Rewritten,
  rewriteInPlace,
} from './rewrite.ts'

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
  const planned = all.map((found) => {
    const plan = isInDatabase(found) ? undefined : planReplacement(disk, found, how)
    return { found, plan }
  })
  const due = planned.flatMap(({ found, plan }) =>
    plan?.ok === true && plan.value.replacement !== undefined ? [{ found, ...plan.value }] : [],
  )
  if (due.length === 0 && !all.some(isInDatabase)) return planned.flatMap(unchanged)
  return alone(async () => {
    const replaced = await replaceFiles(
      disk,
      due.flatMap(({ replacement }) => replacement ?? []),
    )
    const results = new Map(due.map((one, index) => [one.found, { one, index }]))
    const rewritten: RewrittenOne<Made>[] = []
    for (const each of planned) {
      const { one, index = 0 } = results.get(each.found) ?? {}
      if (each.plan === undefined) rewritten.push(await byItself(disk, each.found, how))
      else if (one === undefined) rewritten.push(...unchanged(each))
      else {
        const outcome = replaced.ok ? replaced.value[index] : replaced
        if (outcome === undefined || hasGrown(outcome)) rewritten.push(await byItself(disk, each.found, how))
        else rewritten.push({ found: each.found, outcome: joined(one, outcome) })
      }
    }
    return rewritten
  })
}

/** Plans to rewrite many sessions; nothing is written. */
export function planAll<Made extends Mended>(
  disk: Disk,
  all: readonly Found[],
  how: Pick<Rewrite<Made>, 'make'>,
): readonly RewrittenOne<Made>[] {
  return all.map((found) => {
    const outcome = planRewrite(disk, found, how)
    if (!outcome.ok) return { found, outcome }
    return { found, outcome: { ok: true, value: { made: outcome.value, replaced: { state: 'unchanged' } } } }
  })
}

/** Whether a failure may pass by itself: the session is in use, or another Mortise is at work. */
export function mayPass(error: DiskError): boolean {
  return isBusy(error) || error.code === 'state-busy' || error.code === 'changed'
}

function isInDatabase({ target }: Found): boolean {
  return /\.(?:sqlite|db)$/.test(target.folder)
}

async function byItself<Made extends Mended>(
  disk: Disk,
  found: Found,
  how: Rewrite<Made>,
): Promise<RewrittenOne<Made>> {
  return { found, outcome: await rewriteInPlace(disk, found, how) }
}

type Replacing = Exclude<Awaited<ReturnType<typeof replaceFiles>>, { readonly ok: false }>['value'][number]

function hasGrown(outcome: Replacing): boolean {
  return outcome.ok && outcome.value.state === 'grown'
}

function joined<Made extends Mended>(
  { made }: Planned<Made>,
  outcome: Replacing,
): DiskOutcome<Rewritten<Made>> {
  return outcome.ok ? { ok: true, value: { made, replaced: outcome.value } } : outcome
}

/** A session that has to stay as it is, or that could not be read. */
function unchanged<Made extends Mended>({
  found,
  plan,
}: {
  readonly found: Found
  readonly plan: DiskOutcome<Planned<Made>> | undefined
}): readonly RewrittenOne<Made>[] {
  if (plan === undefined) return []
  if (!plan.ok) return [{ found, outcome: plan }]
  return [
    { found, outcome: { ok: true, value: { made: plan.value.made, replaced: { state: 'unchanged' } } } },
  ]
}
