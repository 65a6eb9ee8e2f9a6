import type { ConfigSurroundings } from '../config/index.ts'
import type { Disk } from '../disk/index.ts'
import type { Query } from './database.ts'

/** A log with two loudnesses. */
export interface FleetLog {
  info(message: string): void
  warn(message: string): void
}

/** The surroundings of a process of the fleet. */
export interface NodeOptions {
  /** The config file of the machine. */
  readonly file: string
  readonly surroundings: ConfigSurroundings
  readonly role: 'gateway' | 'worker'
  readonly version: string
  readonly log: FleetLog
  /** The disk on which the last revision is kept. */
  readonly disk: Disk
  /** How often the database is asked without a notification, in milliseconds. */
  readonly everyMs?: number
  /** More channels that are heard. */
  readonly channels?: readonly string[]
  /** Called on each new connection. */
  onOpen?(query: Query): Promise<void>
  /** Called each time the database is asked. */
  onTick?(query: Query): Promise<void>
}

/** The outcome of putting a config into effect. */
export interface Applied {
  readonly isInEffect: boolean
  readonly mistakes: readonly string[]
}
