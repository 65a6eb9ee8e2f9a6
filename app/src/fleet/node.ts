import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { ConfigError } from '../config/index.ts'
import { FleetError, openDatabase, type Query } from './database.ts'
import { keptRevision } from './kept-revision.ts'
import { type NotificationLine, openLine } from './line.ts'
import { type Merged, machineConfig, mergedConfig, type RevisionText } from './merge.ts'
import { migrate } from './migrate.ts'
import type { Applied, NodeOptions } from './node-options.ts'
import { enterNode, leaveNode, listNodes, type NodeReport, type NodeRow, reportNode } from './nodes.ts'
import { newestRevision, revisionChannel } from './revisions.ts'
import { sealKey, unsealed } from './seal.ts'

/** How a process stands in the fleet, for those who ask whether it is ready. */
export interface Standing {
  readonly revision: number | null
  /** A newer revision that is not in effect here. */
  readonly refused?: number
  readonly database: 'reached' | 'unreachable'
  /** Since when the database cannot be reached. */
  readonly since?: string
}

/** How often the database is asked without a notification: a net under the notifications, and a sign of life. */
const usualMs = 5000

/** How long a node waits with its report of a revision that a notification carried, in milliseconds. */
const breatherMs = 30

/** A process of the fleet: it follows the revisions of the config, and says which one is in effect here. */
export class FleetNode {
  readonly name: string
  readonly url: string
  /** How often the database was lost. */
  losses = 0
  /** The ids under which this process takes jobs. */
  workers: readonly string[] = []
  private readonly options: NodeOptions
  private readonly kept: ReturnType<typeof keptRevision>
  private line: NotificationLine | undefined
  private query: Query | undefined
  private id: number | undefined
  private key: Buffer | undefined
  private wanted: RevisionText | undefined
  /** The revision in the last notification, until the next look. */
  private announced: RevisionText | undefined
  /** The last revision that was read in the table. */
  private lastRead = 0
  private inEffect: RevisionText | undefined
  private onDisk: number | undefined
  private mistakes: readonly string[] = []
  private lostAt: Date | undefined
  private apply: (() => Promise<Applied>) | undefined

  constructor(options: NodeOptions) {
    const { database, node } = machineConfig(options.file, options.surroundings)
    if (database === undefined) throw new ConfigError([`${options.file}: It names no \`database\`.`])
    this.options = options
    this.url = database
    this.name = node.name ?? hostname()
    this.kept = keptRevision(options.disk, options.file, options.role)
  }

  /** Connects, and finds the newest revision: that of the database, else the one kept here. */
  async open(): Promise<void> {
    const { everyMs = usualMs, channels = [] } = this.options
    const first = await this.firstLook()
    if (first !== undefined) this.tellKept(first)
    this.line = openLine({
      url: this.url,
      channels: [revisionChannel, ...channels],
      everyMs,
      onOpen: (query) => this.entered(query),
      onTick: (query) => this.look(query),
      onMessage: (channel, payload) => this.heard(channel, payload),
      onLost: (error) => this.lost(error),
    })
  }

  /** The config by the wanted revision; at the start, by the kept one if the wanted one has mistakes. */
  config(): Merged {
    const { file, surroundings, log } = this.options
    try {
      return this.told(mergedConfig(file, this.wanted, surroundings))
    } catch (error) {
      const kept = this.inEffect === undefined ? this.kept.read() : undefined
      const isSame = kept === undefined || kept.revision === this.wanted?.revision
      if (!(error instanceof ConfigError) || isSame || kept === undefined) throw error
      const merged = mergedConfig(file, kept, surroundings)
      this.mistakes = error.mistakes
      log.warn(`revision ${this.wanted?.revision} refused; starting on revision ${kept.revision}`)
      this.inEffect = kept
      return this.told(merged)
    }
  }

  /** Puts each new revision into effect from now on; the config that was read is in effect. */
  follow(apply: () => Promise<Applied>): void {
    if (this.inEffect === undefined) this.settle()
    this.apply = apply
    this.line?.nudge()
  }

  get standing(): Standing {
    const refused = this.wanted?.revision
    return {
      revision: this.inEffect?.revision ?? null,
      ...(refused === undefined || refused === this.inEffect?.revision ? {} : { refused }),
      database: this.lostAt === undefined ? 'reached' : 'unreachable',
      ...(this.lostAt === undefined ? {} : { since: this.lostAt.toISOString() }),
    }
  }

  /** Says that this process takes jobs under one more id. */
  takesAs(worker: string): void {
    this.workers = [...this.workers.slice(-20), worker]
    this.line?.nudge()
  }

  /** The processes of the fleet; undefined while the database cannot be reached. */
  async nodes(): Promise<readonly NodeRow[] | undefined> {
    return this.query === undefined ? undefined : listNodes(this.query).catch(() => undefined)
  }

  /** Asks the database soon. */
  nudge(): void {
    this.line?.nudge()
  }

  async close(): Promise<void> {
    this.keep()
    const { query, id } = this
    if (query !== undefined && id !== undefined && this.lostAt === undefined)
      await leaveNode(query, id).catch(() => undefined)
    await this.line?.close()
  }

  /** Reads the newest revision; gives why the database could not be asked, if there is a kept one to go on with. */
  private async firstLook(): Promise<unknown> {
    const database = openDatabase(this.url, 2)
    try {
      await migrate(database)
      this.wanted = await newestRevision(database.query)
      this.lastRead = this.wanted?.revision ?? 0
      return undefined
    } catch (error) {
      this.wanted = this.kept.read()
      if (this.wanted === undefined || !(error instanceof FleetError) || error.code === 'newer-schema')
        throw error
      return error
    } finally {
      await database.close()
    }
  }

  private tellKept(error: unknown): void {
    this.lost(error)
    this.options.log.warn(`starting on revision ${this.wanted?.revision}, which was kept on this disk`)
  }

  private async entered(query: Query): Promise<void> {
    const { name, options } = this
    const { role, version, onOpen, log } = options
    this.id = await enterNode(query, { name, role, version, workers: this.workers, earlier: this.id })
    this.key = await sealKey(query)
    await onOpen?.(query)
    this.query = query
    if (this.lostAt !== undefined) log.info('the database is reached again')
    this.lostAt = undefined
  }

  private lost(error: unknown): void {
    if (this.lostAt !== undefined) return
    this.lostAt = new Date()
    this.losses += 1
    this.query = undefined
    const why = error instanceof Error ? error.message : String(error)
    this.options.log.warn(`${why} The last revision stays in effect.`)
  }

  private heard(channel: string, payload: string): void {
    if (channel === revisionChannel && this.key !== undefined)
      this.announced = unsealed(payload, this.key) ?? this.announced
  }

  /** Applies a newer revision, and reports. If a notification carried it, it is in effect before the table is read. */
  private async look(query: Query): Promise<void> {
    if (this.apply !== undefined) {
      const { announced } = this
      this.announced = undefined
      if (announced !== undefined && announced.revision > (this.wanted?.revision ?? 0)) {
        await this.put(announced)
        // Nodes that ask the server at once would hold up those that have not heard it yet.
        await wait(breatherMs)
      }
      const newest = await newestRevision(query, this.lastRead)
      this.lastRead = newest?.revision ?? this.lastRead
      if (newest !== undefined && !isSameText(newest, this.wanted)) await this.put(newest)
    }
    await this.options.onTick?.(query)
    if (this.id !== undefined) await reportNode(query, this.id, this.report())
    this.keep()
  }

  private async put(revision: RevisionText): Promise<void> {
    this.wanted = revision
    const { isInEffect, mistakes } = (await this.apply?.()) ?? { isInEffect: false, mistakes: [] }
    this.mistakes = mistakes
    if (isInEffect) this.settle()
  }

  /** The wanted revision is in effect. */
  private settle(): void {
    this.inEffect = this.wanted
    this.mistakes = []
  }

  /** Keeps the revision that is in effect, for a start while the database is away. A disk is slow: others come first. */
  private keep(): void {
    const { inEffect } = this
    if (inEffect === undefined || inEffect.revision === this.onDisk) return
    this.onDisk = inEffect.revision
    const problem = this.kept.write(inEffect)
    if (problem !== undefined)
      this.options.log.warn(`the revision could not be kept on this disk: ${problem}`)
  }

  private report(): NodeReport {
    const { standing, mistakes, workers } = this
    return { revision: standing.revision, refused: standing.refused ?? null, mistakes, workers }
  }

  private told(merged: Merged): Merged {
    const { file, log } = this.options
    if (merged.unread.length > 0 && this.apply === undefined) {
      const names = merged.unread.map((name) => `\`${name}\``).join(', ')
      log.warn(`${file}: ${names} not read here: the config of the fleet holds them`)
    }
    return merged
  }
}

function isSameText(one: RevisionText, other: RevisionText | undefined): boolean {
  return one.revision === other?.revision && one.text === other.text
}
