// @ts-check
import { readFileSync } from 'node:fs'
import { corpus, describe } from './corpus/files.js'
import { must, race, ratios, timedAndCleared } from './harness.js'
import { optional } from './optional.js'

export const title = 'One record of fifty rewritten in 100 MB'

/** @type {string[]} */
export const notes = []

/** @typedef {{ readonly start: number, readonly end: number, readonly insert: Uint8Array }} Splice */

const lineFeed = 10
const every = 50
const was = Buffer.from('"version":"2.0.14"')
const becomes = '2.0.15-mended'

/** @param {import('./harness.js').Settings} settings */
export async function measure(settings) {
  const made = corpus('mixed', settings.isQuick ? 5e6 : 100e6)
  notes.push(describe(made))
  const bytes = readFileSync(made.path)
  const splices = splicesOf(bytes)
  const expected = parseAndPrint(bytes)
  const { applySplices } = (await optional('bytes/splice/splices.js')) ?? {}
  const rows = [
    { what: 'over a copy of the bytes', bar: 'splice over copy' },
    { what: 'speed over JSON.parse and JSON.stringify of each line', bar: 'splice over parse' },
  ]
  if (applySplices === undefined)
    return rows.map((row) => ({ ...row, values: [], state: /** @type {const} */ ('absent') }))
  prove(bytes, splices, applySplices(bytes, splices), expected)
  const samples = await race(
    [
      { name: 'copy', sample: timedAndCleared(() => Uint8Array.prototype.slice.call(bytes)), isBase: true },
      { name: 'splice', sample: timedAndCleared(() => applySplices(bytes, splices)) },
      { name: 'parse', sample: timedAndCleared(() => parseAndPrint(bytes)) },
    ],
    settings,
  )
  const [overCopy, overParse] = rows
  return [
    { ...overCopy, values: ratios(samples('splice'), samples('copy')) },
    { ...overParse, values: ratios(samples('parse'), samples('splice')) },
  ]
}

/** @param {Buffer} bytes @returns {Splice[]} */
function splicesOf(bytes) {
  const insert = Buffer.from(`"version":"${becomes}"`)
  const splices = []
  for (const { start, isChosen } of linesOf(bytes)) {
    if (!isChosen) continue
    const at = bytes.indexOf(was, start)
    splices.push({ start: at, end: at + was.length, insert })
  }
  return splices
}

/** What everybody does: the corpus is compact, so that its bytes are the same where nothing is rewritten. @param {Buffer} bytes */
function parseAndPrint(bytes) {
  const lines = []
  for (const { start, end, isChosen } of linesOf(bytes)) {
    const record = JSON.parse(bytes.toString('utf8', start, end))
    if (isChosen) record.version = becomes
    lines.push(Buffer.from(`${JSON.stringify(record)}\n`))
  }
  return Buffer.concat(lines)
}

/** @param {Buffer} bytes @param {readonly Splice[]} splices @param {Uint8Array} made @param {Buffer} expected */
function prove(bytes, splices, made, expected) {
  must(expected.equals(made), 'the spliced records are not those that were asked for')
  let from = 0
  let to = 0
  for (const { start, end, insert } of [...splices, { start: bytes.length, end: bytes.length, insert: [] }]) {
    const isSame = bytes.subarray(from, start).equals(made.subarray(to, to + start - from))
    must(isSame, `bytes ${from} to ${start} are not as they were`)
    to += start - from + insert.length
    from = end
  }
}

/** @param {Buffer} bytes */
function* linesOf(bytes) {
  let line = 0
  for (let start = 0; start < bytes.length; line++) {
    const end = bytes.indexOf(lineFeed, start)
    yield { start, end, isChosen: line % every === 0 }
    start = end + 1
  }
}
