import { homedir } from 'node:os'
import { relative } from 'node:path'
import {
  type Config,
  ConfigError,
  type ConfigSurroundings,
  type ConfigWhereabouts,
  configPlaces,
  type ReloadRule,
  readConfig,
  readText,
  reloadRules,
} from '../../config/index.ts'
import { upstreamRules } from '../../gateway/index.ts'
import { stores } from '../../stores/index.ts'
import type { Invocation, Screen } from '../program/command.ts'
import { CommandError } from '../program/failure.ts'
import type { Flags } from '../program/flags.ts'

/** The environment of this process, and the agents that are known. */
export const surroundings: ConfigSurroundings = {
  environment: process.env,
  readFile: readText,
  agents: stores.map(({ name }) => name),
}

/** The rules for reloads that stores contribute: a profile of an agent that is known needs no restart. */
export const storeRules: readonly ReloadRule[] = stores.map(({ name }) => ({
  prefix: `profiles.${name}/*`,
  kind: 'hot',
}))

/** The whole table of rules for reloads. */
export const allRules: readonly ReloadRule[] = reloadRules([...storeRules, ...upstreamRules])

/** The facts that decide where this process looks for a config. */
export function whereaboutsOf({ config }: Pick<Flags, 'config'>): ConfigWhereabouts {
  const { env: environment, platform } = process
  return { named: config, environment, folder: process.cwd(), home: environment.HOME || homedir(), platform }
}

/** The config that counts; refuses where there is none. */
export function usedConfig({ flags, program }: Pick<Invocation, 'flags' | 'program'>): string {
  const used = configPlaces(whereaboutsOf(flags)).find(({ isUsed }) => isUsed)
  if (used !== undefined) return flags.config ?? nearby(used.path)
  throw new CommandError('usage', 'No config was found.', `${program} config where`)
}

/** A path as it is written from this folder, where that is shorter. */
function nearby(path: string): string {
  const near = relative(process.cwd(), path)
  return near.startsWith('..') ? path : near
}

/** Reads a config; its mistakes are told, each on a line, and end the command. */
export function configIn(file: string, story: Screen): Config {
  try {
    return readConfig(file, surroundings)
  } catch (error) {
    throw toldMistakes(error, story)
  }
}

/** Tells the mistakes of a config where there are several; gives what ends the command. */
export function toldMistakes(error: unknown, story: Screen): unknown {
  if (!(error instanceof ConfigError)) return error
  const [only = '', ...more] = error.mistakes
  if (more.length > 0) story.tell([...error.mistakes])
  const message = more.length === 0 ? only : `The config has ${error.mistakes.length} mistakes.`
  return new CommandError('usage', message, 'docs/config.md describes the config.')
}
