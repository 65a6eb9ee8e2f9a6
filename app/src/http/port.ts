import type { Request, Response } from './exchange.ts'
import { type Listener, listen, type Timeouts } from './listen.ts'

/** A host and a port number; 0 is any that is free. */
export interface HostAndPort {
  readonly host: string
  readonly port: number
}

/** How long a place that was left still takes connections, in milliseconds: clients learn of a new one meanwhile. */
const linger = 1000

/** An address that is listened on, and that can change without losing a request. */
export class Port {
  private place: HostAndPort
  private listener: Listener
  private isRetired = false
  /** The listeners of places that were left. */
  private readonly left = new Map<Listener, HostAndPort>()
  private readonly open: (place: HostAndPort) => Promise<Listener>

  private constructor(
    place: HostAndPort,
    listener: Listener,
    open: (place: HostAndPort) => Promise<Listener>,
  ) {
    this.place = place
    this.listener = listener
    this.open = open
  }

  static async open(
    place: HostAndPort,
    handle: (request: Request, response: Response) => void,
    patience?: Timeouts,
  ): Promise<Port> {
    const open = ({ host, port }: HostAndPort): Promise<Listener> => listen(host, port, handle, patience)
    return new Port(place, await open(place), open)
  }

  /** The number that was given, or found free. */
  get number(): number {
    return this.listener.port
  }

  get url(): string {
    const { host } = this.place
    return `http://${host.includes(':') ? `[${host}]` : host}:${this.number}`
  }

  /**
   * Listens at another place from now on. Connections to the old one are served on.
   *
   * On failure the old place is listened on as before.
   */
  async move(to: HostAndPort): Promise<void> {
    if (isSame(to, this.place) && !this.isRetired) return
    const { listener, place, isRetired } = this
    try {
      this.listener = this.revived(to) ?? (await this.open(to))
      if (!isRetired) listener.retire(linger)
    } catch (error) {
      if (isRetired || to.port !== place.port || !isTaken(error)) throw error
      await this.giveWay(to)
    }
    this.forget()
    if (!isRetired) this.left.set(listener, place)
    this.isRetired = false
    this.place = to
  }

  /** The listener of a place that was left a moment ago. */
  private revived(to: HostAndPort): Listener | undefined {
    const [found] = [...this.left].find(([listener, place]) => isSame(place, to) && listener.revive()) ?? []
    if (found !== undefined) this.left.delete(found)
    return found
  }

  /** The old place stands in the way of the new one, as `127.0.0.1` does of `0.0.0.0`: it has to go first. */
  private async giveWay(to: HostAndPort): Promise<void> {
    const { listener, place } = this
    listener.retire(0)
    try {
      this.listener = await this.open(to)
    } catch (error) {
      this.left.set(listener, place)
      this.listener = await this.open(place)
      throw error
    }
  }

  /** Takes no new connections; those without a request under way are ended. */
  stop(): void {
    for (const listener of this.all()) listener.stop()
  }

  /** Takes connections for a moment only, until it moves; the open ones are served on. */
  retire(): void {
    if (this.isRetired) return
    this.isRetired = true
    this.listener.retire(linger)
    this.left.set(this.listener, this.place)
  }

  /** Forgets the listeners that are over. */
  private forget(): void {
    for (const listener of this.left.keys()) if (listener.isOver()) this.left.delete(listener)
  }

  /** Ends every connection and frees the port. */
  async close(): Promise<void> {
    await Promise.all(this.all().map((listener) => listener.close()))
  }

  private all(): readonly Listener[] {
    return [...new Set([this.listener, ...this.left.keys()])]
  }
}

function isSame(one: HostAndPort, other: HostAndPort): boolean {
  return one.host === other.host && one.port === other.port
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}
