import { basename } from 'node:path'
import type { CleanRow } from '../sessions/rewrite/clean-row.ts'
import type { Home } from '../stores/contract/store.ts'
import { type Chore, type CleanTotals, calledIn, cleanUp, filesOf } from './cleanup.ts'
import {
  changeLines,
  fileLine,
  logName,
  type Move,
  tellTotals,
  undoLine,
  unlistedWords,
  waitingLine,
} from './lines.ts'
import type { DecisionMemory } from './memory.ts'
import { deniesAnything, denyOf, nothingDenied, type ToolPolicy } from './policy.ts'
import type { Pool } from './pool.ts'
import type { Queue } from './queue.ts'
import type { TransitionTarget } from './targets.ts'

/** The log that transitions are told to. */
export interface TransitionLog {
  info(message: string): void
  warn(message: string): void
  /** Told how far a cleaning is; undefined once it is over. */
  progress?(progress: Progress | undefined): void
}

/** How many of the sessions of a cleaning are done. */
export interface Progress {
  /** The run, as the log of operations names it. */
  readonly run: string
  readonly done: number
  readonly total: number
}

/** The surroundings of a cleaner. */
export interface CleanerParts {
  readonly log: TransitionLog
  readonly user: Home
  readonly pool: Pool
  readonly memory: DecisionMemory
  readonly queue: Queue
  readonly isDry: boolean
  readonly retryMs: number
  /** The program as it was called. */
  readonly program: string
  /** The policy of a target by the latest config. */
  policyOf(target: TransitionTarget): ToolPolicy
  /** Whether the latest config still has this policy for a target. */
  isWanted(target: TransitionTarget, policy: ToolPolicy): boolean
}

const longestRetryMs = 60_000

/** Cleans the sessions of targets, and tries those again that were in use. */
export class Cleaner {
  failed = 0
  private readonly parts: CleanerParts
  /** Sessions that are in use, by the run that is to clean them. */
  private readonly waiting = new Map<string, readonly Chore[]>()
  /** The runs that are at work. */
  private readonly working = new Set<string>()
  private timer: NodeJS.Timeout | undefined

  constructor(parts: CleanerParts) {
    this.parts = parts
  }

  /** Whether a run is at work, or waits for sessions to rest. */
  has(run: string): boolean {
    return this.waiting.has(run) || this.working.has(run)
  }

  /** How many sessions are in use and wait to be cleaned. */
  get waitingFiles(): number {
    return countOf([...this.waiting.values()].flat())
  }

  stop(): void {
    clearTimeout(this.timer)
  }

  async clean(moves: readonly Move[], run: string): Promise<void> {
    const { pool, queue, isDry, log, policyOf, isWanted } = this.parts
    this.working.add(run)
    try {
      const policies = new Map(moves.map(({ target }) => [target.key, policyOf(target)]))
      const chores = await Promise.all(moves.map((move) => this.choreOf(move)))
      const total = countOf(chores)
      let done = 0
      log.progress?.({ run, done, total })
      const totals = await cleanUp(pool, chores, {
        run,
        isDry,
        onFiles: (rows, { target }) => {
          this.tellFiles(rows, target)
          done += rows.length
          log.progress?.({ run, done, total })
        },
        isWanted: (target) => !queue.isClosed && isWanted(target, policies.get(target.key) ?? nothingDenied),
      })
      if (queue.isClosed) return
      this.failed += totals.failed
      tellTotals(log, totals, isDry)
      this.tellAfter(totals, chores, run)
      this.complete(chores, totals, run, this.parts.retryMs)
    } finally {
      log.progress?.(undefined)
      this.working.delete(run)
    }
  }

  /** Continues a run that another process did not complete; the leftover files of that process go first. */
  async resume(moves: readonly Move[], run: string): Promise<void> {
    const { pool, log, isDry } = this.parts
    const targets = new Map(moves.map(({ target }) => [target.state, target]))
    for (const target of isDry ? [] : targets.values()) {
      const problem = await pool.run({ do: 'conclude', target })
      if (problem !== undefined) log.warn(`what an earlier cleanup left could not be settled: ${problem}`)
    }
    await this.clean(moves, run)
  }

  /** Counts what a cleaning would remove where the config lists no store. */
  async tellUnlisted(moves: readonly Move[], overall: ToolPolicy, isEverybody: boolean): Promise<void> {
    const { pool, queue, log } = this.parts
    const chores = await Promise.all(moves.map((move) => this.choreOf(move)))
    const isWanted = (): boolean => !queue.isClosed
    const totals = await cleanUp(pool, chores, { run: 'dry', isDry: true, onFiles: () => {}, isWanted })
    // If no session holds such a call, there is no line about missing sessions in the config.
    if (queue.isClosed || totals.cleaned === 0) return
    const end = unlistedWords(this.parts.program, totals, moves, isEverybody)
    for (const line of changeLines(moves, overall, end)) log.info(line)
  }

  private async choreOf({ target, after, called, tools }: Move): Promise<Chore> {
    const { pool, user } = this.parts
    const files = await filesOf(pool, target, user)
    const isAsked = tools !== undefined || deniesAnything(after) || called.length > 0
    const names = isAsked ? called : await calledIn(pool, target, files)
    return { target, files, options: denyOf(after, names) }
  }

  private tellFiles(rows: readonly CleanRow[], target: TransitionTarget): void {
    const { log, isDry } = this.parts
    for (const { path = '', id, removed, failure } of rows) {
      const name = logName(target, path, id ?? basename(path))
      if (failure === undefined && removed > 0) log.info(fileLine(removed, name, isDry))
      else if (failure?.mayPass === false) log.warn(`${name} was not cleaned: ${failure.message}`)
    }
  }

  private tellAfter({ cleaned, busy }: CleanTotals, chores: readonly Chore[], run: string): void {
    const { log, isDry, program } = this.parts
    if (busy.length > 0) log.info(waitingLine(countOf(busy)))
    if (cleaned === 0 || isDry) return
    for (const home of new Set(chores.map(({ target }) => target.home)))
      log.info(undoLine(program, run, home))
  }

  /** Stores the completed targets, and tries sessions that are in use again later. */
  private complete(chores: readonly Chore[], { busy }: CleanTotals, run: string, pause: number): void {
    const open = new Set(busy.map(({ target }) => target.key))
    const keys = chores.map(({ target }) => target.key).filter((key) => !open.has(key))
    this.parts.memory.complete(keys, run)
    if (busy.length === 0) this.waiting.delete(run)
    else this.waiting.set(run, busy)
    this.retryAfter(pause)
  }

  private retryAfter(pause: number): void {
    const { queue, isDry } = this.parts
    clearTimeout(this.timer)
    if (this.waiting.size === 0 || queue.isClosed || isDry) return
    this.timer = setTimeout(() => {
      for (const [run, chores] of this.waiting) queue.add(() => this.retry(chores, run, pause))
    }, pause)
    this.timer.unref()
  }

  /** Tries sessions again that were in use; the log names only those that could be cleaned. */
  private async retry(chores: readonly Chore[], run: string, pause: number): Promise<void> {
    const { pool, queue, memory, log } = this.parts
    const wanted = chores.filter(({ target }) => memory.get(target.key)?.pending === run)
    const isWanted = (): boolean => !queue.isClosed
    const totals = await cleanUp(pool, wanted, {
      run,
      onFiles: (rows, { target }) => this.tellFiles(rows, target),
      isWanted,
    })
    if (queue.isClosed) return
    this.failed += totals.failed
    const processed = totals.processed - countOf(totals.busy)
    if (processed > 0) tellTotals(log, { ...totals, processed }, false)
    this.complete(chores, totals, run, Math.min(pause * 2, longestRetryMs))
  }
}

function countOf(chores: readonly Chore[]): number {
  return chores.reduce((sum, { files }) => sum + files.length, 0)
}
