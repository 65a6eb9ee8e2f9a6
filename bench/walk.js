// @ts-check
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { must } from './harness.js'

export const title =
  'The way through the code: files and functions entered, changes of file, returns to a file that was left'

/** A function that a walk entered, in the order of its first call. @typedef {{ file: string, name: string, times: number }} Entered */

const record = new URL('walk-record.js', import.meta.url).href
const call = fileURLToPath(new URL('walk-call.js', import.meta.url))
const command = fileURLToPath(new URL('../app/dist/main.js', import.meta.url))

/** The counts of each walk that a bar is for. @type {readonly (readonly [walk: string, count: string])[]} */
const barred = [
  ['repair(), broken', 'files'],
  ['repair(), broken', 'functions'],
  ['repair(), sound', 'files'],
  ['mortise repair ID', 'files'],
]

export async function measure() {
  return (await allWalks()).flatMap(({ what, entered }) =>
    [...Object.entries(countsOf(entered)), ...(what.startsWith('mortise') ? readingsOf(entered) : [])].map(
      ([count, value]) => {
        const isBarred = barred.some(([walk, name]) => walk === what && name === count)
        return {
          what: `${what}: ${count}`,
          values: [value],
          ...(isBarred ? { bar: `${what}: ${count}` } : { unit: '' }),
        }
      },
    ),
  )
}

async function allWalks() {
  const folder = mkdtempSync(join(tmpdir(), 'mortise-walk-'))
  process.env.MORTISE_HOME = join(folder, 'state')
  try {
    const id = sessionIn(folder)
    return [
      { what: 'repair(), broken', entered: await walk([call, 'broken']) },
      { what: 'repair(), sound', entered: await walk([call, 'sound']) },
      { what: 'repairBytes(), broken', entered: await walk([call, 'bytes']) },
      { what: 'gateway, sound', entered: await walk([call, 'gateway', 'sound']) },
      { what: 'gateway, broken', entered: await walk([call, 'gateway']) },
      { what: 'mortise repair ID', entered: await walk([command, 'repair', id, '--yes', '--home', folder]) },
      { what: 'mortise undo', entered: await walk([command, 'undo', '--home', folder]) },
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** @param {readonly Entered[]} entered */
function countsOf(entered) {
  const files = new Set()
  let [changes, returns, last] = [0, 0, '']
  for (const { file } of entered) {
    if (file !== last) {
      changes++
      if (files.has(file)) returns++
    }
    files.add(file)
    last = file
  }
  return { files: files.size, functions: entered.length, changes, returns }
}

/** How often a command opened, read and judged a session. @param {readonly Entered[]} entered @returns {[string, number][]} */
function readingsOf(entered) {
  const times = (/** @type {(one: Entered) => boolean} */ is) =>
    entered.filter(is).reduce((sum, one) => sum + one.times, 0)
  const room = 'app/stores/'
  return [
    ['sessions opened', times(({ file, name }) => file === `${room}claude-code/index.js` && name === 'open')],
    [
      'records read',
      times(({ file, name }) => file === `${room}records/entries.js` && name === 'readRecords'),
    ],
    ['judged', times(({ file, name }) => file === `${room}check/check.js` && name === 'faultsOf')],
  ]
}

/** Runs a script and tells which functions it entered. @param {readonly string[]} words @returns {Promise<Entered[]>} */
async function walk(words) {
  const stdio = /** @type {const} */ (['ignore', 'ignore', 'pipe', 'pipe'])
  const child = spawn(process.execPath, ['--import', record, ...words], { stdio: [...stdio] })
  let [said, failed] = ['', '']
  child.stdio[3]?.on('data', (/** @type {Buffer} */ chunk) => {
    said += chunk
  })
  child.stdio[2]?.on('data', (/** @type {Buffer} */ chunk) => {
    failed += chunk
  })
  const code = await new Promise((resolve) => child.once('close', resolve))
  must(code === 0 && said !== '', `the walk ${words.slice(0, 3).join(' ')} ends with ${code}: ${failed}`)
  return JSON.parse(said)
}

/** A session of Claude Code of three lines, whose call has no result. @param {string} folder */
function sessionIn(folder) {
  const sessionId = '7f3a2c1e-0000-4000-8000-000000000000'
  const shared = { isSidechain: false, userType: 'external', cwd: '/w/app', sessionId, version: '1.0.98' }
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-opus-4-5',
    content: [{ type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'ls' } }],
    stop_reason: 'tool_use',
    usage: { input_tokens: 3, output_tokens: 1 },
  }
  const records = [
    { type: 'user', message: { role: 'user', content: 'List the files.' } },
    { type: 'assistant', requestId: 'req_1', message },
    { type: 'user', message: { role: 'user', content: 'Never mind.' } },
  ]
  const lines = records.map((one, at) =>
    JSON.stringify({
      parentUuid: at === 0 ? null : `u${at - 1}`,
      ...shared,
      ...one,
      uuid: `u${at}`,
      timestamp: `2026-05-01T10:00:0${at}.000Z`,
    }),
  )
  const project = join(folder, '.claude', 'projects', '-w-app')
  mkdirSync(project, { recursive: true })
  const path = join(project, `${sessionId}.jsonl`)
  writeFileSync(path, `${lines.join('\n')}\n`)
  // A session that was written to a moment ago counts as live.
  utimesSync(path, 1.77e9, 1.77e9)
  return sessionId
}

// `node bench/walk.js 'mortise repair ID'` prints that walk, file by file: each function, and how often it ran.
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const { what, entered } of await allWalks()) {
    if (process.argv[2] !== undefined && process.argv[2] !== what) continue
    process.stdout.write(`\n${what}: ${JSON.stringify(countsOf(entered))}\n`)
    let last = ''
    for (const { file, name, times } of entered) {
      process.stdout.write(`${file === last ? ' ' : `\n${file}:`} ${name}${times > 1 ? ` ${times}×` : ''}`)
      last = file
    }
    process.stdout.write('\n')
  }
}
