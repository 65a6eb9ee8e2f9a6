export { isServed } from './check.ts'
export type {
  Address,
  ClientConfig,
  ClientInput,
  Config,
  ConfigInput,
  HistoryMode,
  Mode,
  ReloadMode,
  RouteConfig,
  RouteInput,
  SessionsConfig,
  SessionsInput,
  ToolsConfig,
  ToolsInput,
  UpstreamConfig,
  UpstreamInput,
} from './config.ts'
export type { Surroundings } from './environment.ts'
export { type OpenClawTools, readOpenClawTools } from './openclaw.ts'
export { ConfigError, checkedConfig, parseConfig, readConfig } from './read.ts'
export { modes } from './schema.ts'
export { type ConfigWatch, type WatchOptions, watchConfig } from './watch.ts'
