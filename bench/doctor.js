// @ts-check
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stateFolderOf } from '../app/dist/disk/state-folder.js'
import { agents } from './corpus/agents.js'
import { hasRoomFor } from './corpus/files.js'
import { home } from './corpus/home.js'
import { must, race, ratios } from './harness.js'
import { mortise, runMeasured, runScript } from './process.js'

export const title = 'All sessions of a home looked at by `doctor`'

/** @type {string[]} */
export const notes = []

/** @typedef {import('./corpus/home.js').Home} Home */
/** @typedef {import('./harness.js').Settings} Settings */

const pairHome = fileURLToPath(new URL('pair-home.js', import.meta.url))
const statHome = fileURLToPath(new URL('stat-home.js', import.meta.url))
/** A round of what is short is the best of so many: another process may take half of one. */
const tries = 3

/** @param {Settings} settings */
export async function measure(settings) {
  const [sessions, bytes] = settings.isQuick ? [500, 80e6] : [5000, 800e6]
  must(hasRoomFor(bytes), `there is no room for ${bytes / 1e6} MB on disk`)
  const full = home(sessions, bytes)
  notes.push(describe(full))
  const folder = mkdtempSync(join(tmpdir(), 'mortise-bench-'))
  // The index of the user who runs this stays out of it.
  process.env.MORTISE_HOME = join(folder, 'state')
  try {
    // A session of each kind or so: what the command does however many there are.
    const few = home(8, 100e3)
    mkdirSync(join(folder, 'empty'))
    await prove(full, join(folder, 'output'))
    const { peak } = await runFirst(full)
    return [
      ...(await firstRows(full, few, peak, settings)),
      ...(await secondRows(full, few, join(folder, 'empty'), settings)),
      ...(await partRows(home(500, 80e6), few, settings)),
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** @param {Home} full @param {Home} few @param {number} peak @param {Settings} settings */
async function firstRows(full, few, peak, settings) {
  const samples = await race(
    [
      { name: 'readline', sample: async () => (await runScript([pairHome, full.folder])).took, isBase: true },
      { name: 'first', sample: async () => (await runFirst(full)).took },
      { name: 'second', sample: () => doctored(full) },
      { name: 'start', sample: () => doctored(few) },
    ],
    settings,
  )
  return [
    {
      what: 'first, over readline and JSON.parse',
      bar: 'doctor over readline',
      values: ratios(samples('readline'), samples('first')),
    },
    { what: 'first, peak memory', bar: 'doctor memory', values: [peak] },
    {
      what: 'first, over the second, each without its start',
      bar: 'first doctor over second',
      values: ratios(rest(samples('first'), samples('start')), rest(samples('second'), samples('start'))),
    },
  ]
}

/**
 * What a second one adds to starting, over what asking for all files adds to starting.
 *
 * @param {Home} full @param {Home} few @param {string} empty @param {Settings} settings
 */
async function secondRows(full, few, empty, settings) {
  await doctored(full)
  await doctored(few)
  const stated = async (/** @type {string} */ folder) => (await runScript([statHome, folder])).took
  const samples = await race(
    [
      { name: 'stat', sample: () => stated(full.folder) },
      { name: 'node', sample: () => stated(empty), isBase: true },
      { name: 'second', sample: () => doctored(full) },
      { name: 'start', sample: () => doctored(few) },
    ],
    settings,
    tries,
  )
  return [
    {
      what: 'second, over stat of all files, each without its start',
      bar: 'second doctor over stat',
      values: ratios(rest(samples('second'), samples('start')), rest(samples('stat'), samples('node'))),
    },
  ]
}

/**
 * A first one over all agents at once, over the sum of first ones over each agent.
 *
 * @param {Home} some @param {Home} few @param {import('./harness.js').Settings} settings
 */
async function partRows(some, few, settings) {
  const names = agents.map(({ name }) => name)
  const samples = await race(
    [
      { name: 'all', sample: async () => (await runFirst(some)).took, isBase: true },
      ...names.map((name) => ({ name, sample: async () => (await runFirst(some, ['--agent', name])).took })),
      { name: 'start', sample: () => doctored(few) },
    ],
    settings,
  )
  const starts = samples('start')
  const parts = names.map((name) => rest(samples(name), starts))
  const sum = starts.map((_, round) => parts.reduce((all, part) => all + (part[round] ?? Number.NaN), 0))
  return [
    {
      what: 'first over all agents, over the sum of its parts, each without its start',
      bar: 'doctor over its parts',
      values: ratios(sum, rest(samples('all'), starts)),
    },
  ]
}

/** @param {readonly number[]} all @param {readonly number[]} starts */
function rest(all, starts) {
  return all.map((took, round) => took - (starts[round] ?? Number.NaN))
}

/** A doctor that has never been here. @param {Home} home @param {readonly string[]} [flags] */
async function runFirst({ folder }, flags = []) {
  const own = stateFolderOf(process.env.MORTISE_HOME ?? '', realpathSync(folder))
  rmSync(own, { recursive: true, force: true })
  const ran = await runMeasured([mortise, 'doctor', '--home', folder, ...flags])
  must(ran.code === 0 || ran.code === 1, `doctor ends with ${ran.code}`)
  return ran
}

/** @param {Home} home */
async function doctored({ folder }) {
  return (await runScript([mortise, 'doctor', '--home', folder])).took
}

/** Both find the sessions that were given faults. @param {Home} home @param {string} output */
async function prove({ folder, sessions, broken }, output) {
  await runScript([mortise, 'doctor', '--home', folder, '--json'], output)
  const { totals } = JSON.parse(readFileSync(output, 'utf8'))
  must(
    totals.sessions === sessions && totals.broken === broken && totals.unreadable === 0,
    `doctor finds ${totals.broken} of ${totals.sessions} sessions broken, not ${broken} of ${sessions}`,
  )
  await runScript([pairHome, folder], output)
  const paired = Number(readFileSync(output, 'utf8'))
  must(paired === broken, `pairing by hand finds ${paired} sessions broken, not ${broken}`)
}

/** @param {Home} home */
function describe({ sessions, bytes, broken, hash }) {
  return `${sessions} sessions, ${(bytes / 1e6).toFixed(1)} MB, sha256 ${hash.slice(0, 12)}: ${broken} broken`
}
