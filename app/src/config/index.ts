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
  TableConfig,
  ToolsConfig,
  ToolsInput,
  UpstreamConfig,
  UpstreamInput,
} from './config.ts'
export { differences, diffPaths } from './diff.ts'
export { memberIn, withMember } from './edit.ts'
export type { Surroundings } from './environment.ts'
export {
  type Evaluation,
  evaluate,
  kindOf,
  type ReloadAction,
  type ReloadKind,
  type ReloadRule,
  reloadRules,
} from './evaluate.ts'
export { configJsonSchema, type JsonSchema, keysAt, schemasAt } from './json-schema.ts'
export { isJsonFile, locate, type Way } from './located.ts'
export { formatPath, parsePath } from './member-path.ts'
export { type OpenClawTools, readOpenClawTools } from './openclaw.ts'
export { type ConfigPlace, configPlaces, type Whereabouts } from './places.ts'
export {
  ConfigError,
  type ConfigFiles,
  checkedConfig,
  parseConfig,
  readConfig,
  readConfigFiles,
} from './read.ts'
export { readText, whyUnread } from './read-text.ts'
export { modes } from './schema.ts'
export { type SingleFlight, singleFlight } from './single-flight.ts'
export { mergeTools, type Tools, toolsFor } from './tools.ts'
export { type ConfigWatch, type WatchOptions, watchConfig } from './watch.ts'
