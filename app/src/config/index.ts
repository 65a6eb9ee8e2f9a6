export type {
  ClientConfig,
  ClientInput,
  Config,
  ConfigInput,
  HistoryMode,
  Mode,
  RouteConfig,
  RouteInput,
  SessionsInput,
  TableConfig,
  ToolsConfig,
  ToolsInput,
  UpstreamConfig,
  UpstreamInput,
} from './config.ts'
export { differences, diffPaths } from './diff.ts'
export { memberIn, withMember } from './edit.ts'
export type { ConfigSurroundings } from './environment.ts'
export {
  type Evaluation,
  evaluate,
  kindOf,
  type ReloadAction,
  type ReloadKind,
  type ReloadRule,
  reloadRules,
} from './evaluate.ts'
export { configJsonSchema, keysAt, schemasAt } from './json-schema.ts'
export { isJsonFile, locate, type MemberPath } from './located.ts'
export { formatPath, parsePath } from './member-path.ts'
export { type OpenClawTools, readOpenClawTools } from './openclaw.ts'
export { type ConfigWhereabouts, configPlaces } from './places.ts'
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
export { singleFlight } from './single-flight.ts'
export { type Tools, toolsFor } from './tools.ts'
export { watchConfig } from './watch.ts'
