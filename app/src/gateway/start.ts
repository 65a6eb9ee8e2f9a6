import { randomBytes } from 'node:crypto'
import type { Config } from '../config/index.ts'
import { Port } from '../http/port.ts'
import { adminHandler } from './admin.ts'
import { type Gateway, openGateway, patience } from './gateway.ts'
import type { GatewayParts } from './make-parts.ts'
import type { Reloaded } from './reload.ts'

/** A gateway that listens. */
export interface RunningGateway {
  /** The gateway that answers the next request. */
  readonly gateway: Gateway
  readonly url: string
  readonly port: number
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
  }
  const openAdmin = adminPort(adminHandler(shared, control))
  const main = await Port.open(config.listen, (...exchange) => gateway.listener(...exchange), patience)
  let admin = await openAdmin(config).catch((error) => endingWith(error, () => main.close()))

  const moveAdmin = async (next: Config): Promise<void> => {
    const wanted = adminOf(next)
    if (wanted === undefined) admin?.retire()
    else if (admin === undefined) admin = await openAdmin(next)
    else await admin.move(wanted.listen)
  }
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
    get admin() {
      if (admin === undefined || gateway.config.admin === false) return undefined
      return { url: admin.url, token: control.token(), isMade: setToken() === undefined }
    },
    async restart(next) {
      const before = gateway
      const fresh = openGateway(next, { ...options, shared })
      await moveAdmin(next).catch((error) => endingWith(error, () => fresh.close()))
      await main.move(next.listen).catch((error) =>
        endingWith(error, async () => {
          fresh.close()
          await moveAdmin(before.config)
        }),
      )
      gateway = fresh
      void leave(before)
    },
    async drain() {
      main.stop()
      await Promise.all([gateway, ...leaving].map((each) => each.drain()))
    },
    async close() {
      await Promise.all([main.close(), admin?.close()])
      for (const each of [gateway, ...leaving]) each.close()
    },
  }
}

type AdminConfig = Exclude<Config['admin'], false>

function adminOf({ admin }: Config): AdminConfig | undefined {
  return admin === false ? undefined : admin
}

/** Opens the port of the control plane, where a config wants one. */
function adminPort(handle: ReturnType<typeof adminHandler>): (config: Config) => Promise<Port | undefined> {
  return async (config) => {
    const wanted = adminOf(config)
    return wanted === undefined ? undefined : Port.open(wanted.listen, handle)
  }
}

/** Throws a failure again, once what was begun is ended. */
async function endingWith(error: unknown, end: () => Promise<void> | void): Promise<never> {
  await end()
  throw error
}
