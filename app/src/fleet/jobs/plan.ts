import type { Config } from '../../config/index.ts'
import type { CleanOptions } from '../../stores/clean/cleaning.ts'
import {
  denyOf,
  filesOf,
  nameOf,
  ownUser,
  type Pool,
  type SessionFile,
  type ToolPolicy,
  type TransitionTarget,
  targetsOf,
} from '../../transition/index.ts'
import type { Query } from '../database.ts'
import { workerSchema } from '../migrate.ts'
import type { Errand, FileWork, Work } from './errand.ts'

/** A shard holds so many sessions, or so many bytes. */
const mostSessions = 500
const mostBytes = 64 << 20

/** A shard before it is written down. */
export interface NewShard {
  readonly source: string
  readonly shard: number
  readonly node: string | null
  readonly work: Work
  readonly sessions: number
  readonly bytes: number
}

/** The shards of the sessions in files that a node holds. */
export async function planFiles(
  errand: Errand,
  config: Config,
  node: string,
  pool: Pool,
): Promise<readonly NewShard[]> {
  if (errand.do === 'undo') return []
  const user = ownUser()
  // A transition cleans the listed sessions alone; a person means all.
  const isTransition = 'profiles' in errand
  const targets = targetsOf(config, user).filter(
    (target) => (target.isListed || !isTransition) && isMeant(errand, target),
  )
  const shards: NewShard[] = []
  for (const target of targets) {
    const groups = groupsOf(await filesOf(pool, target, user))
    for (const [shard, files] of groups.entries()) {
      const paths = files.map(({ path }) => path)
      shards.push({
        source: `${node}:${target.key}`,
        shard,
        node,
        work: { ...workOf(errand, nameOf(target)), target, paths },
        sessions: files.length,
        bytes: files.reduce((sum, { size }) => sum + size, 0),
      })
    }
  }
  return shards
}

/** Whether a profile of an agent is one that a person named. */
export function isMeant(errand: Errand, target: Pick<TransitionTarget, 'agent' | 'profile'>): boolean {
  const agent = 'agent' in errand ? errand.agent : undefined
  return agent === undefined || agent === target.agent || agent === nameOf(target)
}

/** The part of an errand that each of its shards carries. */
export function workOf(errand: Errand, profile?: string): Pick<FileWork, 'do' | 'options' | 'policy'> {
  if (errand.do === 'repair')
    return { do: 'repair', ...(errand.policy === undefined ? {} : { policy: errand.policy }) }
  if (errand.do !== 'clean') return { do: errand.do }
  return { do: 'clean', options: 'options' in errand ? errand.options : optionsOf(errand, profile) }
}

function optionsOf(
  {
    policy,
    profiles,
  }: { readonly policy: ToolPolicy; readonly profiles: Readonly<Record<string, ToolPolicy>> },
  profile: string | undefined,
): CleanOptions {
  const own = profile !== undefined && Object.hasOwn(profiles, profile) ? profiles[profile] : undefined
  return denyOf(own ?? policy, undefined)
}

function groupsOf(files: readonly SessionFile[]): readonly (readonly SessionFile[])[] {
  const groups: SessionFile[][] = []
  let bytes = 0
  for (const file of files) {
    const last = groups.at(-1)
    if (last === undefined || last.length >= mostSessions || bytes + file.size > mostBytes) {
      groups.push([file])
      bytes = file.size
    } else {
      last.push(file)
      bytes += file.size
    }
  }
  return groups
}

/** Writes the shards of a plan down, with a job for each, and that the plan is done; in a transaction. */
export async function writeShards(
  query: Query,
  run: string,
  source: string,
  shards: readonly NewShard[],
): Promise<void> {
  await query(
    `insert into mortise.shards (run, source, shard, node, work, sessions, bytes)
     select $1, source, shard, node, work, sessions, bytes from jsonb_to_recordset($2::jsonb)
       as each (source text, shard integer, node text, work jsonb, sessions integer, bytes bigint)
     on conflict do nothing`,
    [run, JSON.stringify(shards)],
  )
  await addShardJobs(query, run, [...new Set(shards.map((each) => each.source))])
  await query('update mortise.plans set done_at = now(), error = null where run = $1 and source = $2', [
    run,
    source,
  ])
}

/** Adds the jobs of all shards of some sources that wait. */
export async function addShardJobs(query: Query, run: string, sources: readonly string[]): Promise<void> {
  await query(
    `select ${workerSchema}.add_job(case when node is null then 'shard' else 'shard@' || node end,
       json_build_object('run', run, 'source', source, 'shard', shard),
       job_key := source || ':' || shard || ':' || run, max_attempts := 1000)
     from mortise.shards where run = $1 and source = any($2) and state = 'waiting'`,
    [run, sources],
  )
}
