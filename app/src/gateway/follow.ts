import {
  type Config,
  type ConfigFiles,
  type ConfigSurroundings,
  type ReloadRule,
  readConfigFiles,
  reloadRules,
  singleFlight,
  watchConfig,
} from '../config/index.ts'
import type { GatewayParts } from './make-parts.ts'
import { type OnApplied, type Reloaded, reload, tellApplied } from './reload.ts'
import { silentLog } from './report/log.ts'
import { type RunningGateway, startGateway } from './start.ts'
import { upstreamRules } from './upstream-rules.ts'

/** A gateway that follows its config file. */
export interface FollowingGateway {
  readonly running: RunningGateway
  /** Reads the config now, as a change of the file does by itself. */
  reload(): Promise<Reloaded>
  /** Resolves when changes of the file are seen. */
  readonly ready: Promise<void>
  /** Follows the file no longer; the gateway runs on. */
  stop(): Promise<void>
}

/** How a gateway follows its config file. */
export interface FollowOptions {
  readonly parts?: Omit<GatewayParts, 'countMistakes' | 'shared'>
  readonly surroundings?: ConfigSurroundings
  /** Rules for reloads that others contribute, such as the stores. */
  readonly rules?: readonly ReloadRule[]
  readonly onApplied?: OnApplied
  /** Reads the config and names the files beside it; if left out, the file alone is the config. */
  readonly read?: (path: string, surroundings: ConfigSurroundings | undefined) => ConfigFiles
  /** As `watchConfig` has them. */
  readonly watch?: { readonly stable?: number; readonly debounce?: number; readonly recheck?: number }
}

/** Starts a gateway by a config file, and puts each change of the file into effect. Throws if the first config is wrong. */
export async function followConfig(path: string, options: FollowOptions = {}): Promise<FollowingGateway> {
  const { parts = {}, surroundings, onApplied = () => undefined, rules = [] } = options
  const { log = silentLog() } = parts
  const { read: readFiles = readConfigFiles } = options
  let read = readFiles(path, surroundings)
  let mistakes: readonly string[] = []
  const reading = (): Config => {
    read = readFiles(path, surroundings)
    return read.config
  }
  const reloading = { read: reading, log, onApplied, rules: reloadRules([...rules, ...upstreamRules]) }
  const flight = singleFlight(async () => {
    const reloaded = await reload(running, reloading)
    if (mistakes.length > 0 && reloaded.state === 'unchanged')
      log.info('config is right again; nothing has changed')
    mistakes = reloaded.mistakes
    return reloaded
  })
  const countMistakes = (): number => mistakes.length
  const running = await startGateway(read.config, { ...parts, countMistakes, reload: flight.run })
  tellApplied(undefined, read.config, reloading)
  const watched = watchConfig(path, {
    ...options.watch,
    also: () => read.files,
    onChange: async () => void (await flight.run()),
  })
  // A change between the first reading and the first event would not be seen.
  const ready = watched.ready.then(async () => void (await flight.run()))
  return { running, reload: flight.run, ready, stop: () => watched.close() }
}
