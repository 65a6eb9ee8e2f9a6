// @ts-check
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { Script } from 'node:vm'
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin'
import {
  DryRunStatus,
  determineHitLimitReached,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner'
import { Tables } from './tables.js'

// A change is shown to no more rows than run in this time (milliseconds of the processor, so that a busy machine
// judges as an idle one does). What none of them noticed counts as survived.
const patience = Number(process.env.MUTATION_PATIENCE ?? 1500)
// A row that runs as long does not end; nor do rows that all together take ten times the time they are given.
const endless = 4000
const tooLong = 'does not end'
const forever = 3_600_000
const exact = /mended as written$|^test\/engine\/|^core\/src\//

/** @type {{ activeMutant?: string, currentTestId?: string, hitCount?: number, hitLimit?: number, mutantCoverage?: any }} */
const stryker = {}
Object.assign(globalThis, { __stryker__: stryker })

/**
 * @typedef {import('@stryker-mutator/api/test-runner').TestResult} TestResult
 * @typedef {import('@stryker-mutator/api/test-runner').MutantRunOptions} MutantRunOptions
 * @typedef {import('./tables.js').Row} Row
 */

/** Runs the rows in one process, without loading anything again between two changes: a row takes milliseconds. */
class TableRunner {
  constructor() {
    this.tables = new Tables(process.cwd())
    this.memory = `${process.cwd()}/row-times.json`
    /** @type {Map<string, Row>} */
    this.rows = new Map()
    /** @type {Record<string, number>} */
    this.times = {}
    /** @type {Map<string, Map<string, number>>} */
    this.kills = new Map()
    this.isClean = false
  }

  capabilities() {
    return { reloadEnvironment: true }
  }

  async init() {
    await this.tables.open()
    if (existsSync(this.memory)) this.times = JSON.parse(readFileSync(this.memory, 'utf8'))
  }

  async dryRun() {
    stryker.mutantCoverage = { static: {}, perTest: {} }
    await this.load()
    /** @type {TestResult[]} */
    const tests = []
    for (const row of this.rows.values()) tests.push(await this.measure(row))
    stryker.currentTestId = undefined
    const mutantCoverage = stryker.mutantCoverage
    stryker.mutantCoverage = undefined
    writeFileSync(this.memory, JSON.stringify(this.times))
    return { status: /** @type {const} */ (DryRunStatus.Complete), tests, mutantCoverage }
  }

  /** @param {Row} row */
  async measure(row) {
    stryker.currentTestId = row.id
    const before = process.cpuUsage()
    const failure = await failureOf(row, forever)
    const { user, system } = process.cpuUsage(before)
    const time = (user + system) / 1000
    this.times[row.id] = time
    return resultOf(row, time, failure)
  }

  /** @param {MutantRunOptions} options */
  async mutantRun(options) {
    const isStatic = options.reloadEnvironment || options.mutantActivation === 'static'
    const noticed = isStatic ? await this.askAnew(options) : await this.ask(options)
    const isEndless = noticed.some(
      (test) => test.status === TestStatus.Failed && test.failureMessage === tooLong,
    )
    if (isEndless) this.isClean = false
    const timeout = isEndless
      ? { status: /** @type {const} */ (DryRunStatus.Timeout), reason: tooLong }
      : determineHitLimitReached(stryker.hitCount, options.hitLimit)
    stryker.hitCount = undefined
    return toMutantRunResult(timeout ?? { status: DryRunStatus.Complete, tests: noticed })
  }

  /** @param {MutantRunOptions} options */
  async ask(options) {
    if (!this.isClean) await this.load()
    const noticed = await this.askRows(options)
    const killer = noticed.find(({ status }) => status === TestStatus.Failed)
    // A change may leave its mark on what the rows share. Then the row fails without it too, and nothing was learned.
    if (killer === undefined || (await failureOf(this.rowOf(killer.id))) === undefined) return noticed
    await this.load()
    const again = await this.askRows(options)
    this.isClean = false
    return again
  }

  /**
   * What runs while a module loads is changed only if it loads again.
   * @param {MutantRunOptions} options
   */
  async askAnew(options) {
    this.isClean = false
    stryker.activeMutant = options.activeMutant.id
    try {
      this.rows = rowsById(await this.tables.load())
    } catch (error) {
      stryker.activeMutant = undefined
      return [
        {
          ...resultOf({ id: 'load', name: 'loads' }, 0, String(error)),
          id: options.testFilter?.[0] ?? 'load',
        },
      ]
    }
    return this.askRows(options)
  }

  /** @param {MutantRunOptions} options */
  async askRows({ activeMutant, testFilter, hitLimit, sandboxFileName }) {
    const kills = this.kills.get(sandboxFileName) ?? new Map()
    this.kills.set(sandboxFileName, kills)
    /** @type {TestResult[]} */
    const asked = []
    Object.assign(stryker, {
      activeMutant: activeMutant.id,
      hitLimit,
      hitCount: hitLimit === undefined ? undefined : 0,
    })
    const name = basename(sandboxFileName, '.ts')
    const start = process.cpuUsage()
    for (const id of this.choose(testFilter ?? [...this.rows.keys()], kills, name)) {
      const isCrawling = process.cpuUsage(start).user / 1000 > 10 * patience
      const failure = isCrawling ? tooLong : await failureOf(this.rowOf(id))
      asked.push(resultOf(this.rowOf(id), 0, failure))
      if (failure === undefined) continue
      kills.set(id, (kills.get(id) ?? 0) + 1)
      break
    }
    Object.assign(stryker, { activeMutant: undefined, hitLimit: undefined })
    return asked
  }

  /**
   * Those that noticed other changes of the file first, then those that speak of it, then those that say what is to come
   * out; one of each table in turns, the quickest first, so that no table has to wait for a larger one.
   * @param {readonly string[]} ids
   * @param {ReadonlyMap<string, number>} kills
   * @param {string} name
   */
  choose(ids, kills, name) {
    const timeOf = (/** @type {string} */ id) => this.times[id] ?? 0
    const killsOf = (/** @type {string} */ id) => kills.get(id) ?? 0
    const rankOf = (/** @type {string} */ id) =>
      id.includes(name) || this.rowOf(id).about.has(name) ? 2 : exact.test(id) ? 1 : 0
    const quick = ids.toSorted((left, right) => timeOf(left) - timeOf(right))
    const known = quick.filter(killsOf).sort((left, right) => killsOf(right) - killsOf(left))
    const likely = oneOfEach(quick).sort((left, right) => rankOf(right) - rankOf(left))
    let spent = 0
    return [...new Set([...known, ...likely])].filter((id) => {
      const isLeft = spent + timeOf(id) < patience
      if (isLeft) spent += timeOf(id)
      return isLeft
    })
  }

  async load() {
    this.rows = rowsById(await this.tables.load())
    this.isClean = true
  }

  /** @param {string} id */
  rowOf(id) {
    const row = this.rows.get(id)
    if (row === undefined) throw new Error(`no row ${id}`)
    return row
  }

  async dispose() {
    await this.tables.close()
  }
}

const script = new Script('__row__()')

/**
 * Why a row fails, if it does. The clock stops what never ends; whether it was our time, the processor knows.
 * @param {Row} row
 * @returns {Promise<string | undefined>}
 */
async function failureOf(row, wait = endless) {
  const before = process.cpuUsage()
  Object.assign(globalThis, { __row__: row.run })
  try {
    await script.runInThisContext({ timeout: wait })
    return undefined
  } catch (error) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error ?? {})
    if (code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') return message ?? String(error)
    const { user } = process.cpuUsage(before)
    return user / 1000 < endless / 2 ? failureOf(row, wait * 4) : tooLong
  }
}

/**
 * @param {{ readonly id: string, readonly name: string }} row
 * @param {number} time
 * @param {string | undefined} failure
 * @returns {TestResult}
 */
function resultOf({ id, name }, time, failure) {
  const both = { id, name, timeSpentMs: time }
  if (failure === undefined) return { ...both, status: TestStatus.Success }
  return { ...both, status: TestStatus.Failed, failureMessage: failure.slice(0, 200) }
}

/**
 * The first row of each file, then the second of each, and so on.
 * @param {readonly string[]} ids
 */
function oneOfEach(ids) {
  /** @type {Map<string, number>} */
  const counts = new Map()
  const numbered = ids.map((id) => {
    const file = id.slice(0, id.indexOf('#'))
    const number = counts.get(file) ?? 0
    counts.set(file, number + 1)
    return { id, number }
  })
  return numbered.sort((left, right) => left.number - right.number).map(({ id }) => id)
}

/** @param {readonly Row[]} rows */
function rowsById(rows) {
  return new Map(rows.map((row) => [row.id, row]))
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'tables', TableRunner)]
