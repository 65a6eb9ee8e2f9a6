import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import { type OptionTable, optionChecks } from '@mortise/core'
import { type ConfigInput, checkedConfig } from '../config/index.ts'
import { openGateway, type RepairEvent } from '../gateway/index.ts'

export {
  type ClientInput,
  ConfigError,
  type ConfigInput,
  type Mode,
  type RouteInput,
  type UpstreamInput,
} from '../config/index.ts'
export type { RepairEvent } from '../gateway/index.ts'

/** The options of a gateway besides its config. */
export interface GatewayOptions {
  /** Told of each request with faults. Errors that it throws are ignored. */
  readonly onRepair?: (event: RepairEvent) => void
}

/** A gateway that listens nowhere by itself: requests are handed to it. */
export interface Gateway {
  /** Answers a request of the web's `fetch`. */
  fetch(request: Request): Promise<Response>
  /** Answers a request of a server of `node:http` or `node:http2`. */
  listener(
    request: IncomingMessage | Http2ServerRequest,
    response: ServerResponse | Http2ServerResponse,
  ): void
  /** All counts, as Prometheus reads them. */
  metrics(): Promise<string>
  /** Resolves when no request is under way. */
  drain(): Promise<void>
  /** Ends the connections to the upstreams. */
  close(): void
}

/**
 * Makes a gateway of a config as one writes it; `listen` and `admin` of it are for `mortise gateway` alone.
 *
 * Throws a `ConfigError` that names every mistake.
 */
export function createGateway(config: ConfigInput, options: GatewayOptions = {}): Gateway {
  optionChecks.check('createGateway', options, gatewayOptions)
  const gateway = openGateway(checkedConfig(config))
  const { onRepair } = options
  if (onRepair !== undefined) gateway.events.listen(onRepair)
  const { fetch, listener, drain, metrics, shared } = gateway
  const close = (): void => {
    gateway.close()
    void shared.thread.close()
  }
  return { fetch, listener, drain, close, metrics: metrics.text }
}

const gatewayOptions: OptionTable = { onRepair: optionChecks.isFunction }
