import { matches } from '../text/matches.ts'
import type { Config, ReloadMode } from './config.ts'
import { differences } from './diff.ts'
import { formatPath } from './member-path.ts'

/** How a change takes effect: in place, by a restart, or without any action because it is read when it is needed. */
export type ReloadKind = 'hot' | 'restart' | 'none'

/** How the changes of some members take effect. */
export interface ReloadRule {
  /** A path such as `tools.deny`, which covers everything below it; a star in a step stands for anything. */
  readonly prefix: string
  readonly kind: ReloadKind
}

/** The outcome of a changed config. */
export type ReloadAction =
  /** Nothing that needs an action has changed. */
  | 'none'
  | 'hot'
  | 'restart'
  /** The mode does not allow the reload that the change needs; the config before stays. */
  | 'left'

/** A changed config, looked at: the paths that changed, sorted by how they take effect. */
export interface Evaluation {
  readonly mode: ReloadMode
  readonly paths: readonly string[]
  readonly hot: readonly string[]
  readonly restart: readonly string[]
  readonly none: readonly string[]
  readonly action: ReloadAction
}

/** The rules that come first. */
const baseRules: readonly ReloadRule[] = [
  { prefix: 'tools.deny', kind: 'hot' },
  { prefix: 'tools.allow', kind: 'hot' },
  { prefix: 'tools.history', kind: 'hot' },
  { prefix: 'clients', kind: 'hot' },
  { prefix: 'origins', kind: 'hot' },
  { prefix: 'hosts', kind: 'hot' },
  { prefix: 'keyHeader', kind: 'hot' },
  { prefix: 'routes', kind: 'hot' },
  { prefix: 'mode', kind: 'hot' },
  { prefix: 'policy', kind: 'hot' },
  { prefix: 'retries', kind: 'hot' },
  { prefix: 'timeouts', kind: 'hot' },
  { prefix: 'limits', kind: 'hot' },
  { prefix: 'reload', kind: 'none' },
]

/** The rules for everything that nobody has a rule of its own for. */
const tailRules: readonly ReloadRule[] = [
  { prefix: 'tools', kind: 'hot' },
  { prefix: 'profiles', kind: 'hot' },
  { prefix: 'sessions', kind: 'none' },
  { prefix: 'database', kind: 'none' },
  { prefix: 'node', kind: 'none' },
  { prefix: 'tables', kind: 'none' },
  { prefix: 'audit', kind: 'none' },
  { prefix: 'jobs', kind: 'none' },
  { prefix: 'upstreams', kind: 'restart' },
  { prefix: 'admin', kind: 'restart' },
  { prefix: 'metrics', kind: 'restart' },
  { prefix: 'listen', kind: 'restart' },
]

/** The whole table: base rules, then those that stores and kinds of upstreams contribute, then the tail. */
export function reloadRules(contributed: readonly ReloadRule[] = []): readonly ReloadRule[] {
  return [...baseRules, ...contributed, ...tailRules]
}

/** Compares two configs; by the first rule that fits, each change is hot, a restart, or nothing. Unknown: a restart. */
export function evaluate(
  previous: Config,
  next: Config,
  rules: readonly ReloadRule[] = reloadRules(),
): Evaluation {
  const changes = differences(previous, next).map((way) => ({
    path: formatPath(way),
    kind: kindOf(way, rules),
  }))
  const pathsOf = (kind: ReloadKind): readonly string[] =>
    changes.filter((change) => change.kind === kind).map(({ path }) => path)
  const sorted = { hot: pathsOf('hot'), restart: pathsOf('restart'), none: pathsOf('none') }
  const paths = changes.map(({ path }) => path)
  return { mode: next.reload, paths, ...sorted, action: actionFor(next.reload, sorted) }
}

/** How the change of a member takes effect. */
export function kindOf(way: readonly string[], rules: readonly ReloadRule[]): ReloadKind {
  return rules.find(({ prefix }) => covers(prefix, way))?.kind ?? 'restart'
}

function actionFor(mode: ReloadMode, { hot, restart }: Pick<Evaluation, 'hot' | 'restart'>): ReloadAction {
  if (mode === 'off') return 'left'
  if (hot.length + restart.length === 0) return 'none'
  if (mode === 'restart') return 'restart'
  if (restart.length === 0) return 'hot'
  return mode === 'hot' ? 'left' : 'restart'
}

function covers(prefix: string, way: readonly string[]): boolean {
  const steps = prefix.split('.')
  return steps.length <= way.length && steps.every((step, index) => matches(step, way[index] ?? ''))
}
