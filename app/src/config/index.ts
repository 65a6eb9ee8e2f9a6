export { isServed } from './check.ts'
export type {
  Address,
  ClientConfig,
  ClientInput,
  Config,
  ConfigInput,
  Mode,
  RouteConfig,
  RouteInput,
  UpstreamConfig,
  UpstreamInput,
} from './config.ts'
export type { Surroundings } from './environment.ts'
export { ConfigError, checkedConfig, parseConfig, readConfig } from './read.ts'
export { modes } from './schema.ts'
