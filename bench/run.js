// @ts-check
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { bars, keeps } from './bars.js'
import { median } from './harness.js'
import { writePage } from './page.js'
import { report } from './report.js'
import { topics } from './topics.js'

/**
 * @typedef {object} Measured
 * @property {string} name
 * @property {string} title
 * @property {readonly string[]} [notes] What it was measured on.
 * @property {readonly import('./harness.js').Row[]} [rows]
 * @property {string} [noisy] What was too unsteady to be shown.
 * @property {string} [wrong] The answer that was not the one planted.
 */

/** @typedef {import('./harness.js').Row & { median: number, verdict: '' | 'pass' | 'miss' | 'absent' | 'skipped' }} Judged */

const exits = { good: 0, failed: 1, usage: 2, noisy: 75 }

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    check: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    large: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})

process.exitCode = await run(positionals.length === 0 ? topics : positionals)

/** @param {readonly string[]} names */
async function run(names) {
  const unknown = names.find((name) => !topics.includes(name))
  if (unknown !== undefined) {
    process.stderr.write(`bench: \`${unknown}\` is not measured; there is ${topics.join(', ')}.\n`)
    return exits.usage
  }
  const measured = []
  for (const name of names) {
    const answer = await measureApart(name)
    if (answer.wrong !== undefined) {
      process.stderr.write(`bench: wrong answer: ${answer.wrong}.\n`)
      return exits.failed
    }
    measured.push({ ...answer, rows: (answer.rows ?? []).map(judge) })
  }
  const machine = machineLine()
  process.stdout.write(flags.json ? `${JSON.stringify({ machine, measured })}\n` : report(machine, measured))
  if (flags.write) writePage(machine, measured)
  const rows = measured.flatMap((answer) => answer.rows)
  if (flags.check && rows.some(({ verdict }) => verdict === 'miss' || verdict === 'absent'))
    return exits.failed
  return measured.some(({ noisy }) => noisy !== undefined) ? exits.noisy : exits.good
}

/** @param {string} name @returns {Promise<Measured>} */
async function measureApart(name) {
  const start = performance.now()
  process.stderr.write(`${name} … `)
  const settings = { rounds: flags.quick ? 3 : 7, isQuick: flags.quick, isLarge: flags.large }
  const child = fork(fileURLToPath(new URL('topic.js', import.meta.url)), [name, JSON.stringify(settings)])
  /** @type {Measured} */
  let answer = { name, title: name, wrong: `\`${name}\` ended without an answer` }
  child.on('message', (message) => {
    answer = /** @type {Measured} */ (message)
  })
  await once(child, 'close')
  process.stderr.write(`${Math.round((performance.now() - start) / 1000)} s\n`)
  return answer
}

/** @param {import('./harness.js').Row} row @returns {Judged} */
function judge(row) {
  const value = median(row.values)
  if (row.state !== undefined) return { ...row, median: value, verdict: row.state }
  if (row.bar === undefined) return { ...row, median: value, verdict: '' }
  const bar = bars[row.bar]
  if (bar === undefined) throw new Error(`There is no bar \`${row.bar}\`.`)
  return { ...row, median: value, verdict: keeps(bar, value) ? 'pass' : 'miss' }
}

function machineLine() {
  const [cpu] = cpus()
  const memory = Math.round(totalmem() / 2 ** 30)
  return `${cpu?.model ?? 'unknown processor'}, ${cpus().length} cores, ${memory} GB, ${process.platform} ${process.arch}, Node ${process.version}`
}
