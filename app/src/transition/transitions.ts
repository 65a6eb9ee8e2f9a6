import { randomBytes } from 'node:crypto'
import { openDisk } from '../disk/index.ts'
import { surroundingsOf } from '../sessions/find/home.ts'
import type { Home } from '../stores/contract/store.ts'
import { Cleaner, type TransitionLog } from './cleaner.ts'
import { calledIn, filesOf } from './cleanup.ts'
import { changeLines, cleaningWords, type Move } from './lines.ts'
import { DecisionMemory } from './memory.ts'
import {
  deniesAll,
  deniesAnything,
  isSamePolicy,
  isUnsure,
  newlyDenied,
  nothingDenied,
  type PolicyChange,
  policyFor,
  type ToolPolicy,
  type ToolRules,
} from './policy.ts'
import { openPool, type Pool } from './pool.ts'
import { Queue } from './queue.ts'
import { stampIn } from './stamp.ts'
import { nameOf, ownUser, type TransitionTarget, targetsOf, unknownAgents } from './targets.ts'

/** The surroundings of transitions. */
export interface TransitionOptions {
  readonly log: TransitionLog
  /** The config that they follow, by its path: each has a stamp of its own. */
  readonly source?: string
  /** The owner of the sessions. */
  readonly user?: Home
  /** The program as it was called, so that a command of the log can be pasted; else `mortise`. */
  readonly program?: string
  /** Whether nothing is written, and only told. */
  readonly isDry?: boolean
  /** The first pause before sessions that were in use are tried again, in milliseconds. */
  readonly retryMs?: number
  /** Threads that others use too; they are not closed with the transitions. */
  readonly pool?: Pool
}

/** How things stand when no cleaning is under way. */
interface Rest {
  /** How many sessions are in use and wait to be cleaned. */
  readonly waiting: number
  /** How many sessions could not be cleaned. */
  readonly failed: number
}

/** Cleans sessions when a config comes to deny tools. */
export interface Transitions {
  /**
   * Compares a config with the decisions from before, and cleans the sessions concerned; returns at once.
   *
   * Never throws: a cleaning that fails is told to the log.
   */
  apply(previous: ToolRules | undefined, next: ToolRules): void
  /** Resolves when no cleaning is under way; sessions in use may still wait. */
  idle(): Promise<Rest>
  /** Resolves when nothing runs any more; the next start goes on with what is not complete. */
  close(): Promise<void>
}

/** Makes transitions; nothing is read before the first config comes. */
export function createTransitions(options: TransitionOptions): Transitions {
  const keeper = new Keeper(options)
  return {
    apply: (previous, next) => keeper.apply(previous, next),
    idle: () => keeper.idle(),
    close: () => keeper.close(),
  }
}

/** A target with what was decided for it before. */
interface Question extends PolicyChange {
  readonly target: TransitionTarget
  readonly pending: string | undefined
}

class Keeper implements Transitions {
  private readonly log: TransitionLog
  private readonly user: Home
  private readonly pool: Pool
  private readonly isPoolOwn: boolean
  private readonly isDry: boolean
  private readonly memory: DecisionMemory
  private readonly queue: Queue
  private readonly cleaner: Cleaner
  /** The policies of the latest config, by the keys of the targets. */
  private wanted: ReadonlyMap<string, ToolPolicy> = new Map()

  constructor(options: TransitionOptions) {
    const { log, source = '', user = ownUser(), isDry = false, retryMs = 5000, pool } = options
    const { program = 'mortise' } = options
    const stamp = stampIn(openDisk(surroundingsOf(user, undefined).state), source)
    this.log = log
    this.user = user
    this.isDry = isDry
    this.pool = pool ?? openPool()
    this.isPoolOwn = pool === undefined
    this.memory = new DecisionMemory(stamp, isDry, (message) => log.warn(message))
    this.queue = new Queue((thrown) => this.tellFailure(thrown))
    this.cleaner = new Cleaner({
      log,
      user,
      pool: this.pool,
      memory: this.memory,
      queue: this.queue,
      isDry,
      retryMs,
      program,
      policyOf: ({ key }) => this.wanted.get(key) ?? nothingDenied,
      isWanted: (target, policy) => this.isWanted(target, policy),
    })
  }

  apply(previous: ToolRules | undefined, next: ToolRules): void {
    try {
      this.compare(previous, next)
    } catch (thrown) {
      this.tellFailure(thrown)
    }
  }

  async idle(): Promise<Rest> {
    await this.queue.idle()
    return { waiting: this.cleaner.waitingFiles, failed: this.cleaner.failed }
  }

  async close(): Promise<void> {
    this.queue.isClosed = true
    this.cleaner.stop()
    if (this.isPoolOwn) await this.pool.close()
    await this.queue.idle()
  }

  private compare(previous: ToolRules | undefined, next: ToolRules): void {
    for (const agent of unknownAgents(next)) this.log.warn(`sessions: there is no agent ${agent} here`)
    const targets = targetsOf(next, this.user)
    this.wanted = new Map(targets.map((target) => [target.key, policyFor(next, nameOf(target))]))
    const listed = previous === undefined ? [] : targetsOf(previous, this.user)
    const earlier = new Set(listed.map(({ key }) => key))
    const questions = targets.map((target) =>
      this.questionOf(target, earlier.has(target.key) ? previous : undefined, next),
    )
    const sure = questions.filter(({ after, wasAll }) => deniesAnything(after) && !wasAll)
    const unsure = questions.filter(isUnsure)
    const withoutTask = questions.filter((each) => !sure.includes(each) && !unsure.includes(each))
    this.keepWithoutTask(withoutTask)
    const overall = policyFor(next)
    const moves = sure.map(({ target, after }) => ({ target, after, tools: undefined, called: [] }))
    this.fire(moves, overall)
    if (unsure.length > 0) this.queue.add(() => this.askSessions(unsure, overall))
    this.resume(withoutTask)
  }

  private questionOf(target: TransitionTarget, previous: ToolRules | undefined, next: ToolRules): Question {
    const after = policyFor(next, nameOf(target))
    const decided = this.memory.get(target.key)
    const isOpen = decided?.pending !== undefined && !isSamePolicy(decided.policy, after)
    // An incomplete cleaning may have reached any of the sessions, so that all of its tools count as newly denied again.
    if (isOpen) return { target, before: nothingDenied, wasAll: false, pending: undefined, after }
    const before =
      decided?.policy ?? (previous === undefined ? nothingDenied : policyFor(previous, nameOf(target)))
    const wasAll = decided?.isAll ?? deniesAnything(before)
    return { target, before, wasAll, pending: decided?.pending, after }
  }

  /** Keeps the policies by which nothing has to be cleaned. */
  private keepWithoutTask(questions: readonly Question[]): void {
    this.memory.keep(
      questions.map(({ target, before, wasAll, pending, after }) => {
        const isSame = isSamePolicy(before, after)
        const kept = isSame && pending !== undefined ? { pending } : {}
        return [target.key, { policy: after, isAll: isSame ? wasAll : deniesAll(after, []), ...kept }]
      }),
    )
  }

  /** Asks sessions which tools they call, and decides by that what became denied. */
  private async askSessions(questions: readonly Question[], overall: ToolPolicy): Promise<void> {
    const current = questions.filter(({ target, after }) => this.isWanted(target, after))
    const moves = await Promise.all(current.map((question) => this.moveOf(question)))
    this.memory.keep(
      moves.flatMap(({ isDue, target, after, called }) =>
        isDue ? [] : [[target.key, { policy: after, isAll: deniesAll(after, called) }] as const],
      ),
    )
    const due = moves.filter(({ isDue }) => isDue)
    this.fire(due, overall)
  }

  private async moveOf(question: Question): Promise<Move & { readonly isDue: boolean }> {
    const { target, before, wasAll, after } = question
    const files = await filesOf(this.pool, target, this.user)
    const called = await calledIn(this.pool, target, files)
    const isAll = deniesAll(after, called)
    const tools = newlyDenied(before, after, called)
    const isDue = isAll ? !wasAll : tools.length > 0
    return { target, after, called, tools: isAll ? undefined : tools, isDue }
  }

  /** Begins to clean the newly denied tools out of all targets, as one run. */
  private fire(moves: readonly Move[], overall: ToolPolicy): void {
    const current = moves.filter(({ target, after }) => this.isWanted(target, after))
    if (current.length === 0) return
    const run = randomBytes(4).toString('hex')
    const listed = current.filter(({ target }) => target.isListed)
    const pending = listed.length > 0 && !this.isDry ? { pending: run } : {}
    this.memory.keep(
      current.map(({ target, after, tools }) => [
        target.key,
        { policy: after, isAll: tools === undefined, ...pending },
      ]),
    )
    for (const line of changeLines(listed, overall, cleaningWords(this.isDry))) this.log.info(line)
    const isEverybody = current.length === this.wanted.size
    if (listed.length > 0) this.queue.add(() => this.cleaner.clean(listed, run))
    else this.queue.add(() => this.cleaner.tellUnlisted(current, overall, isEverybody))
  }

  /** Goes on with cleanings that an earlier process did not complete. */
  private resume(questions: readonly Question[]): void {
    const open = questions.filter(
      ({ target, pending }) => pending !== undefined && target.isListed && !this.cleaner.has(pending),
    )
    for (const run of new Set(open.flatMap(({ pending }) => pending ?? []))) {
      const own = open.filter(({ pending }) => pending === run)
      const moves = own.map(({ target, after }) => ({ target, after, tools: undefined, called: [] }))
      this.log.info('resuming the session cleanup that was not complete')
      this.queue.add(() => this.cleaner.resume(moves, run))
    }
  }

  private isWanted({ key }: TransitionTarget, policy: ToolPolicy): boolean {
    const wanted = this.wanted.get(key)
    return wanted !== undefined && isSamePolicy(wanted, policy)
  }

  private tellFailure(thrown: unknown): void {
    this.cleaner.failed += 1
    this.log.warn(`session cleanup failed: ${thrown instanceof Error ? thrown.message : String(thrown)}`)
  }
}
