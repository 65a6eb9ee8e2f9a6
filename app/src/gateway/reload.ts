import { type Config, ConfigError, type Evaluation, evaluate, type ReloadRule } from '../config/index.ts'
import type { Logger } from './report/log.ts'
import type { RunningGateway } from './start.ts'

/** The outcome of reading a config again. */
export interface Reloaded {
  /** `left`: the mode does not allow the reload that the change needs. In that case, and if refused, the config before stays. */
  readonly state: 'unchanged' | 'applied' | 'restarted' | 'left' | 'refused'
  /** The members that changed. */
  readonly paths: readonly string[]
  readonly mistakes: readonly string[]
}

/**
 * Called when a config has taken effect, by a hot reload, a restart or at the start.
 *
 * At the start there is no config before. Requests do not wait for it, and if it fails, the config stays in effect.
 */
export type OnApplied = (previous: Config | undefined, next: Config) => void | Promise<void>

/** The surroundings of a reload. */
export interface ReloadParts {
  /** Reads the config; throws what is wrong with it. */
  read(): Config
  readonly log: Logger
  readonly rules: readonly ReloadRule[]
  readonly onApplied: OnApplied
}

/** Reads the config again, and puts it into effect where that can be. Never throws. */
export async function reload(running: RunningGateway, parts: ReloadParts): Promise<Reloaded> {
  const { read, log, rules } = parts
  const previous = running.gateway.config
  let paths: readonly string[] = []
  try {
    const next = read()
    const evaluation = evaluate(previous, next, rules)
    paths = evaluation.paths
    if (paths.length === 0) return { state: 'unchanged', paths, mistakes: [] }
    log.info(`config change detected; evaluating reload (${paths.join(', ')})`)
    return { state: await put(running, next, evaluation, parts), paths, mistakes: [] }
  } catch (error) {
    const mistakes = error instanceof ConfigError ? error.mistakes : [messageOf(error)]
    log.error({ mistakes }, 'config refused; the one before stays in effect')
    return { state: 'refused', paths, mistakes }
  }
}

/** Puts a config into effect, as its changes need it. */
async function put(
  running: RunningGateway,
  next: Config,
  { action, mode, paths, hot, restart }: Evaluation,
  parts: ReloadParts,
): Promise<Reloaded['state']> {
  const { log } = parts
  const previous = running.gateway.config
  if (action === 'left') {
    const why = mode === 'off' ? 'reload is off' : `it needs a restart, and reload is ${mode}`
    log.warn(`config change not applied: ${why} (${(mode === 'off' ? paths : restart).join(', ')})`)
    return 'left'
  }
  if (action === 'restart') await running.restart(next)
  else running.gateway.apply(next)
  tellApplied(previous, next, parts)
  if (action === 'restart') log.info(`gateway restarted by a config change (${paths.join(', ')})`)
  else if (action === 'hot') log.info(`config hot reload applied (${hot.join(', ')})`)
  return action === 'restart' ? 'restarted' : 'applied'
}

/** Tells that a config has taken effect; a failure of whoever is told is logged. */
export function tellApplied(
  previous: Config | undefined,
  next: Config,
  { onApplied, log }: Pick<ReloadParts, 'onApplied' | 'log'>,
): void {
  const failed = (error: unknown): void =>
    log.error({ failure: messageOf(error) }, 'the work after a config change failed; the config is in effect')
  try {
    Promise.resolve(onApplied(previous, next)).catch(failed)
  } catch (error) {
    failed(error)
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
