import type { Config } from '../config/index.ts'
import type { Listener } from '../http/listen.ts'
import { type Admin, openAdmin } from './admin.ts'
import { type Gateway, type GatewayParts, listenFor, openGateway } from './gateway.ts'

/** A gateway that listens. */
export interface RunningGateway {
  readonly gateway: Gateway
  readonly url: string
  readonly port: number
  /** Undefined where the config wants none. */
  readonly admin: { readonly url: string; readonly token: string; readonly isMade: boolean } | undefined
  /** Takes no new requests, and resolves when those under way are answered. */
  drain(): Promise<void>
  /** Ends everything. */
  close(): Promise<void>
}

/** Starts a gateway, and its control plane where the config wants one. */
export async function startGateway(config: Config, options: GatewayParts = {}): Promise<RunningGateway> {
  const gateway = openGateway(config, options)
  const listener = await listenFor(gateway, config.listen)
  const admin = await openedAdmin(gateway, config, listener)
  const close = async (): Promise<void> => {
    await Promise.all([listener.close(), admin?.listener.close()])
    gateway.close()
  }
  return {
    gateway,
    url: urlOf(config.listen.host, listener.port),
    port: listener.port,
    admin:
      config.admin === false || admin === undefined
        ? undefined
        : {
            url: urlOf(config.admin.listen.host, admin.listener.port),
            token: admin.token,
            isMade: admin.isMade,
          },
    async drain() {
      listener.stop()
      await gateway.drain()
    },
    close,
  }
}

async function openedAdmin(gateway: Gateway, config: Config, listener: Listener): Promise<Admin | undefined> {
  if (config.admin === false) return undefined
  try {
    return await openAdmin(gateway, config.admin)
  } catch (error) {
    await listener.close()
    throw error
  }
}

function urlOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
