// @ts-check
import { readFileSync } from 'node:fs'
import { corpus, describe } from './corpus/files.js'
import { agrees, Pairing } from './corpus/pairing.js'
import { must, race, ratios, timed, timedAndCleared } from './harness.js'
import { optional } from './optional.js'

export const title = 'Pairing calls and results in JSON Lines: speed over JSON.parse of each line'

/** @type {string[]} */
export const notes = []

/** @typedef {(bytes: Buffer) => import('./corpus/pairing.js').Tally} Scan */

const sizes = /** @type {const} */ ({ mixed: 100e6, ascii: 30e6, prose: 30e6, dense: 30e6 })
const readers = /** @type {const} */ ({ wasm: 'WASM', typescript: 'TypeScript' })
const lineFeed = 10
const step = 1 << 20

/** @param {import('./harness.js').Settings} settings */
export async function measure(settings) {
  const scans = await scansThere()
  const rows = []
  for (const variant of /** @type {(keyof typeof sizes)[]} */ (Object.keys(sizes)))
    rows.push(...(await measureVariant(variant, scans, settings)))
  return rows
}

/** @param {keyof typeof sizes} variant @param {Partial<Record<keyof typeof readers, Scan>>} scans @param {import('./harness.js').Settings} settings */
async function measureVariant(variant, scans, settings) {
  const made = corpus(variant, settings.isQuick ? 5e6 : sizes[variant])
  notes.push(describe(made))
  const bytes = readFileSync(made.path)
  const all = { parse: parseEach, ...scans }
  for (const [name, scan] of Object.entries(all))
    must(agrees(scan(bytes), made.truth), `${name} does not find in ${variant} what was planted`)
  const samples = await race(
    Object.entries(all).map(([name, scan]) => ({
      name,
      sample: name === 'parse' ? timedAndCleared(() => scan(bytes)) : timed(() => scan(bytes)),
      isBase: name === 'parse',
    })),
    settings,
  )
  return /** @type {(keyof typeof readers)[]} */ (Object.keys(readers)).map((reader) => {
    const row = { what: `${variant}, ${readers[reader]}`, bar: `scan, ${variant}, ${reader}` }
    if (scans[reader] === undefined) return { ...row, values: [], state: /** @type {const} */ ('absent') }
    return { ...row, values: ratios(samples('parse'), samples(reader)) }
  })
}

/** What anyone would write who minds speed: no stream, no strings but those to be parsed. @type {Scan} */
function parseEach(bytes) {
  const pairing = new Pairing()
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(lineFeed, start)
    const end = found === -1 ? bytes.length : found
    pairing.record(JSON.parse(bytes.toString('utf8', start, end)))
    start = end + 1
  }
  return pairing.tally()
}

/** @returns {Promise<Partial<Record<keyof typeof readers, Scan>>>} */
async function scansThere() {
  const { compileTable } = (await optional('bytes/read/table.js')) ?? {}
  const { Sketch } = (await optional('bytes/sketch/sketch.js')) ?? {}
  const { createTypescriptReader } = (await optional('bytes/read/typescript-reader.js')) ?? {}
  const { createWasmReader } = (await optional('bytes/read/wasm-reader.js')) ?? {}
  if (compileTable === undefined || Sketch === undefined) return {}
  const table = compileTable(wanted, ['tool_use', 'tool_result', 'text', 'thinking'])
  const scanWith = async (/** @type {any} */ createReader) => {
    // One for all rounds, as for all files of a folder: what it holds is made once.
    const lines = (await createReader(table)).readLines()
    return (/** @type {Buffer} */ bytes) => scan(lines, bytes, (tape) => new Sketch(tape, table))
  }
  return {
    ...(createWasmReader === undefined ? {} : { wasm: await scanWith(createWasmReader) }),
    ...(createTypescriptReader === undefined ? {} : { typescript: await scanWith(createTypescriptReader) }),
  }
}

const whole = { isWhole: true }
const block = { members: { type: whole, id: whole, tool_use_id: whole } }
const wanted = { members: { message: { members: { content: { each: block } } } } }

/** @param {any} lines @param {Buffer} bytes @param {(tape: any) => any} sketchOf */
function scan(lines, bytes, sketchOf) {
  const pairing = new Pairing()
  for (let start = 0; start < bytes.length; start += step) {
    const chunk = bytes.subarray(start, start + step)
    lines.room(chunk.length).set(chunk)
    const tape = lines.take(chunk.length, start + step >= bytes.length)
    for (const sketch = sketchOf(tape); sketch.next(); ) pairing.record(recordOf(sketch, tape.bytes))
  }
  return pairing.tally()
}

/** @param {any} sketch @param {Uint8Array} bytes */
function recordOf(sketch, bytes) {
  if (sketch.state === 'fine') return sketch.value()
  must(sketch.state === 'careful' || sketch.state === 'blank', `a sound line is called ${sketch.state}`)
  return sketch.state === 'blank'
    ? undefined
    : JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset).toString('utf8', sketch.start, sketch.end))
}
