import { type Config, checkedConfig, locate } from '../../config/index.ts'
import { policyFor, type ToolPolicy, type ToolRules } from '../../transition/index.ts'
import type { Query } from '../database.ts'
import { workerSchema } from '../migrate.ts'
import { ownName, type Revision } from '../revisions.ts'
import type { Errand } from './errand.ts'

/** A run that is asked for. */
export interface RunRequest {
  readonly run: string
  /** The same run was under way already: it is not begun a second time. */
  readonly isUnderWay: boolean
}

/**
 * Asks for a run at a revision; to be called in a transaction.
 *
 * The same errand is not begun again while it is under way. Once it is over, a new question is a new run.
 */
export async function askRun(
  query: Query,
  errand: Errand,
  { revision, reason }: { revision: number; reason: string },
): Promise<RunRequest> {
  const text = JSON.stringify(errand)
  await query('lock table mortise.runs in share row exclusive mode')
  const rows = await query<{ run: string; isSame: boolean; isOver: boolean }>(
    `select run, errand = $1::jsonb as "isSame", ${isOver} as "isOver" from mortise.runs
     where kind = $2 and revision = $3`,
    [text, errand.do, revision],
  )
  const same = rows.find(({ isSame, isOver: over }) => isSame && !over)
  if (same !== undefined) return { run: same.run, isUnderWay: true }
  const run = `${errand.do}@${revision}${rows.length === 0 ? '' : `.${rows.length + 1}`}`
  await insertRun(query, { run, errand, revision, reason })
  await planOn(query, run)
  return { run, isUnderWay: false }
}

/** Whether no shard and no plan of a row of `mortise.runs` is left to do. */
export const isOver: string = `(cancelled_at is not null or not (
  exists (select from mortise.plans p where p.run = runs.run and p.done_at is null)
  or exists (select from mortise.shards s where s.run = runs.run and s.state in ('waiting', 'working'))))`

/** Writes a run down. */
export async function insertRun(
  query: Query,
  { run, errand, revision, reason }: { run: string; errand: Errand; revision: number | null; reason: string },
): Promise<void> {
  await query(
    `insert into mortise.runs (run, kind, revision, errand, reason, author) values ($1, $2, $3, $4, $5, $6)`,
    [run, errand.do, revision, JSON.stringify(errand), reason, ownName()],
  )
}

/** Lets every node with a worker plan its part of a run, or one node alone; tables are planned by any of them. */
async function planOn(query: Query, run: string, node?: string): Promise<void> {
  await query(
    `insert into mortise.plans (run, source, node)
     select distinct $1, name, name from mortise.nodes where role = 'worker' and ($2::text is null or name = $2)
     on conflict do nothing`,
    [run, node ?? null],
  )
  if (node === undefined)
    await query(
      `insert into mortise.plans (run, source, node) values ($1, 'tables', null) on conflict do nothing`,
      [run],
    )
  await query(
    `select ${workerSchema}.add_job(case when node is null then 'plan' else 'plan@' || node end,
       json_build_object('run', run, 'source', source), job_key := 'plan:' || source || ':' || run, max_attempts := 1000)
     from mortise.plans where run = $1 and done_at is null and ($2::text is null or node = $2)`,
    [run, node ?? null],
  )
}

/** A node that was away, or is new, takes part in the newest transition. */
export async function catchUp(query: Query, node: string): Promise<void> {
  const [newest] = await query<{ run: string }>(
    `select run from mortise.runs where kind = 'clean' and errand ? 'profiles' and cancelled_at is null
       and forgotten_at is null order by revision desc limit 1`,
  )
  if (newest === undefined) return
  const known = await query('select from mortise.plans where run = $1 and source = $2', [newest.run, node])
  if (known.length === 0) await planOn(query, newest.run, node)
}

/** Asks for the cleaning that a revision calls for: undefined where it denies nothing that was allowed before. */
export async function askTransition(
  query: Query,
  before: Pick<Revision, 'text' | 'name'> | undefined,
  after: Pick<Revision, 'text' | 'name'>,
  written: { revision: number; reason: string },
): Promise<RunRequest | undefined> {
  const [was, is] = [before === undefined ? nothing : rulesIn(before), rulesIn(after)]
  const names = [...new Set([...Object.keys(was.profiles), ...Object.keys(is.profiles)])]
  const isDue = [undefined, ...names].some((name) => deniesMore(policyFor(was, name), policyFor(is, name)))
  if (!isDue) return undefined
  const profiles = Object.fromEntries(Object.keys(is.profiles).map((name) => [name, policyFor(is, name)]))
  return askRun(query, { do: 'clean', policy: policyFor(is), profiles }, written)
}

const nothing: ToolRules = { tools: { deny: [], allow: [] }, profiles: {}, sessions: [] }

/** Whether a policy may deny a tool that the one before allowed. */
function deniesMore(before: ToolPolicy, after: ToolPolicy): boolean {
  const isNew = (pattern: string): boolean => !before.deny.includes(pattern)
  const lists = (policy: ToolPolicy): readonly string[] => policy.allow.map((list) => list.join())
  return after.deny.some(isNew) || lists(after).some((list) => !lists(before).includes(list))
}

/** The tools of a config as it is written: references in other members may lead nowhere here. */
function rulesIn({
  text,
  name,
}: Pick<Revision, 'text' | 'name'>): Pick<Config, 'tools' | 'profiles' | 'sessions'> {
  const { tools, profiles }: { tools?: unknown; profiles?: unknown } = Object(locate(text, name).value)
  const given = Object.entries({ tools, profiles }).filter(([, value]) => value !== undefined)
  return checkedConfig({ database: '-', ...Object.fromEntries(given) })
}
