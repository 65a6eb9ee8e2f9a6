// @ts-check
import { closeSync, fdatasync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileSink } from '../app/dist/doors/ledger.js'
import { openLedger, scan } from '../core/dist/index.js'
import { grouped, median, must, race, ratios } from './harness.js'

export const title = 'A ledger: a turn more, and what it costs to make it last'

const apis = /** @type {const} */ (['openai', 'anthropic', 'openai-responses'])
const sizes = /** @type {const} */ ([100, 1e4])
const turns = 60
const group = 16
const tries = 60

/** @param {import('./harness.js').Settings} settings */
export async function measure(settings) {
  const rows = []
  for (const api of apis) rows.push(await growth(api, settings))
  return [...rows, ...(await durability(settings))]
}

/** @param {Api} api @param {import('./harness.js').Settings} settings */
async function growth(api, settings) {
  const [short, long] = await Promise.all(sizes.map((size) => grown(api, size)))
  if (short === undefined || long === undefined) throw new Error('There are two sizes.')
  const samples = await race(
    [
      { name: 'short', sample: () => turnTime(short), isBase: true },
      { name: 'long', sample: () => turnTime(long) },
    ],
    settings,
    3,
  )
  return {
    what: `${api}, a turn appended at ${grouped(sizes[1])} turns over one at ${grouped(sizes[0])}`,
    values: ratios(samples('long'), samples('short')),
    bar: 'turn at a hundred times the length',
  }
}

/** @typedef {keyof typeof callOf} Api */

/** What the model of an API says that makes one call. */
const callOf = {
  openai: (/** @type {string} */ id) => ({
    role: 'assistant',
    content: null,
    tool_calls: [{ id, type: 'function', function: { name: 'read', arguments: '{"path":"a"}' } }],
  }),
  anthropic: (/** @type {string} */ id) => ({
    role: 'assistant',
    content: [{ type: 'tool_use', id, name: 'read', input: { path: 'a' } }],
  }),
  'openai-responses': (/** @type {string} */ id) => ({
    type: 'function_call',
    call_id: id,
    name: 'read',
    arguments: '{"path":"a"}',
  }),
}

/** A ledger with so many turns of the model's, each with a call and its result. @param {Api} api @param {number} size */
async function grown(api, size) {
  const ledger = openLedger({ api })
  let number = 0
  const next = async () => {
    const turn = ledger.turn(callOf[api](`call_${number++}`))
    await turn.run(() => 'The file holds one line.')
    return ledger.messages()
  }
  await ledger.user('Read the file again and again.')
  while (number < size) await next()
  const before = ledger.messages()
  must(before.length === 2 * size + 1, `a ledger of ${size} turns has another number of messages`)
  must(scan(before, api).length === 0, `a ledger of ${size} turns is not sound`)
  must(ledger.messages() === before, 'an unchanged ledger gives another array')
  return next
}

/** @param {() => Promise<unknown>} next */
async function turnTime(next) {
  const start = performance.now()
  for (let count = 0; count < turns; count++) await next()
  return (performance.now() - start) / turns
}

/** @param {import('./harness.js').Settings} settings */
async function durability({ rounds }) {
  const folder = mkdtempSync(join(tmpdir(), 'mortise-bench-ledger-'))
  const handle = openSync(join(folder, 'bare.jsonl'), 'a')
  const ledger = openLedger({ api: 'openai', sink: await fileSink(join(folder, 'ledger.jsonl')) })
  const message = { role: 'user', content: 'x'.repeat(2000) }
  const line = Buffer.from(`${JSON.stringify({ do: 'say', messages: [message] })}\n`)
  const runs = [
    () => bareAppend(handle, line),
    () => ledger.append(message),
    () => Promise.all(Array.from({ length: group }, () => ledger.append(message))),
  ]
  /** @type {number[]} */
  const over = []
  /** @type {number[]} */
  const together = []
  try {
    for (let round = 0; round <= rounds; round++) {
      const [bare = 0, alone = 0, all = 0] = await inTurn(runs)
      if (round === 0) continue
      over.push(alone / bare)
      together.push((alone * group) / all)
    }
  } finally {
    await ledger.close()
    closeSync(handle)
    rmSync(folder, { recursive: true, force: true })
  }
  return [
    { what: 'a durable append over a bare write and fdatasync', values: over, bar: 'durable append' },
    { what: `${group} appends one by one over ${group} together`, values: together, bar: 'group commit' },
  ]
}

/**
 * What each takes, as the middle one of many tries has it that take turns one by one.
 *
 * A disk is shared: how long it takes changes from one moment to the next, and for all of them alike.
 *
 * @param {readonly (() => Promise<unknown>)[]} runs
 */
async function inTurn(runs) {
  /** @type {number[][]} */
  const times = runs.map(() => [])
  for (let count = 0; count < tries * runs.length; count++) {
    const at = count % runs.length
    const start = performance.now()
    await runs[at]?.()
    times[at]?.push(performance.now() - start)
  }
  return times.map(median)
}

/** @param {number} handle @param {Uint8Array} line @returns {Promise<void>} */
function bareAppend(handle, line) {
  writeSync(handle, line)
  return new Promise((resolve, reject) => {
    fdatasync(handle, (error) => (error === null ? resolve() : reject(error)))
  })
}
