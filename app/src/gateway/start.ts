import { randomBytes } from 'node:crypto'
import type { Config } from '../config/index.ts'
import { type HostAndPort, Port } from '../http/port.ts'
import { adminHandler, metricsHandler } from './admin.ts'
import { type Gateway, openGateway, patience } from './gateway.ts'
import type { GatewayParts } from './make-parts.ts'
import type { Reloaded } from './reload.ts'

/** A gateway that listens. */
export interface RunningGateway {
  /** The gateway that answers the next request. */
  readonly gateway: Gateway
  readonly url: string
  readonly port: number
  /** The address of `/metrics` alone; undefined where the config wants none. */
  readonly metricsUrl: string | undefined
  /** Undefined where the config wants none. */
  readonly admin: { readonly url: string; readonly token: string; readonly isMade: boolean } | undefined
  /**
   * Puts a new gateway into the place of this one; requests under way are answered by the old one, which then ends.
   *
   * Addresses that stay the same keep their sockets; a new address is listened on before the old one is left. On
   * failure everything is as before.
   */
  restart(config: Config): Promise<void>
  /** Takes no new requests, and resolves when those under way are answered. */
  drain(): Promise<void>
  /** Ends everything. */
  close(): Promise<void>
}

/** The parts of a listening gateway besides its config. */
export interface StartOptions extends GatewayParts {
  /** Reads the config again, for those who ask at the control plane. */
  readonly reload?: () => Promise<Reloaded>
}

/** Starts a gateway, and its control plane where the config wants one. */
export async function startGateway(config: Config, options: StartOptions = {}): Promise<RunningGateway> {
  let gateway = openGateway(config, options)
  const { shared } = gateway
  const leaving = new Set<Gateway>()
  const made = randomBytes(24).toString('base64url')
  const setToken = (): string | undefined => adminOf(gateway.config)?.token
  const control = {
    token: () => setToken() ?? made,
    allowed: () => gateway.config,
    reload: options.reload,
    page: options.page,
  }
  const main = await Port.open(config.listen, (...exchange) => gateway.listener(...exchange), patience)
  const admin = new SidePort(adminHandler(shared, control))
  const metrics = new SidePort(metricsHandler(shared.metrics, () => gateway.config.metrics?.token ?? made))
  const moveSides = async (next: Config): Promise<void> => {
    await admin.move(adminOf(next)?.listen)
    await metrics.move(next.metrics?.listen)
  }
  const closeAll = async (): Promise<void> => {
    await Promise.all([main.close(), admin.close(), metrics.close()])
  }
  await moveSides(config).catch((error) => endingWith(error, closeAll))

  const leave = async (old: Gateway): Promise<void> => {
    leaving.add(old)
    await old.drain()
    old.close()
    leaving.delete(old)
  }
  return {
    get gateway() {
      return gateway
    },
    get url() {
      return main.url
    },
    get port() {
      return main.number
    },
    get metricsUrl() {
      return metrics.url
    },
    get admin() {
      const { url } = admin
      if (url === undefined) return undefined
      return { url, token: control.token(), isMade: setToken() === undefined }
    },
    async restart(next) {
      const before = gateway
      const fresh = openGateway(next, { ...options, shared })
      const back = async (): Promise<void> => {
        fresh.close()
        await moveSides(before.config)
      }
      await moveSides(next).catch((error) => endingWith(error, back))
      await main.move(next.listen).catch((error) => endingWith(error, back))
      gateway = fresh
      void leave(before)
    },
    async drain() {
      main.stop()
      await Promise.all([gateway, ...leaving].map((each) => each.drain()))
    },
    async close() {
      await closeAll()
      for (const each of [gateway, ...leaving]) each.close()
      await shared.thread.close()
    },
  }
}

type AdminConfig = Exclude<Config['admin'], false>

function adminOf({ admin }: Config): AdminConfig | undefined {
  return admin === false ? undefined : admin
}

/** A port beside the main one, which a config may want or not. */
class SidePort {
  private port: Port | undefined
  private isWanted = false
  private readonly handle: Parameters<typeof Port.open>[1]

  constructor(handle: Parameters<typeof Port.open>[1]) {
    this.handle = handle
  }

  get url(): string | undefined {
    return this.isWanted ? this.port?.url : undefined
  }

  /** Listens at a place from now on, or nowhere. */
  async move(place: HostAndPort | undefined): Promise<void> {
    if (place === undefined) this.port?.retire()
    else if (this.port === undefined) this.port = await Port.open(place, this.handle)
    else await this.port.move(place)
    this.isWanted = place !== undefined
  }

  async close(): Promise<void> {
    await this.port?.close()
  }
}

/** Throws a failure again, once what was begun is ended. */
async function endingWith(error: unknown, end: () => Promise<void> | void): Promise<never> {
  await end()
  throw error
}
