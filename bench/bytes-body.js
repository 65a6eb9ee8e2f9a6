// @ts-check
import { repair } from '../core/dist/index.js'
import { body } from './corpus/bodies.js'
import { must, race, ratios, timed } from './harness.js'
import { optional } from './optional.js'

export const title = 'A sound request body checked as bytes: speed over JSON.parse and repair'

/** @type {string[]} */
export const notes = []

const sizes = /** @type {const} */ ([
  { name: '11 KB', size: 11e3, bar: 'small body' },
  { name: '0.5 MB', size: 0.5e6, bar: 'large body' },
  { name: '5 MB', size: 5e6, bar: 'large body' },
])

/** @param {import('./harness.js').Settings} settings */
export async function measure(settings) {
  const { repairBytes } = (await optional('index.js')) ?? {}
  const rows = []
  for (const api of /** @type {const} */ (['anthropic', 'openai'])) {
    for (const { name, size, bar } of sizes) {
      const { bytes, messages } = body(api, size)
      notes.push(`${api}, ${name}: ${messages} messages, ${bytes.length} bytes`)
      const row = { what: `${api}, ${name}`, bar }
      if (repairBytes === undefined) rows.push({ ...row, values: [], state: /** @type {const} */ ('absent') })
      else rows.push({ ...row, values: await speeds(api, bytes, repairBytes, settings) })
    }
  }
  return rows
}

/** @param {'anthropic' | 'openai'} api @param {Buffer} bytes @param {(bytes: Uint8Array, options: { api: string }) => any} repairBytes @param {import('./harness.js').Settings} settings */
async function speeds(api, bytes, repairBytes, settings) {
  const parseAndRepair = () => repair(JSON.parse(bytes.toString('utf8')), { api })
  must(parseAndRepair().report.found.length === 0, `${api}, ${bytes.length} bytes: the body is not sound`)
  const answer = repairBytes(bytes, { api })
  const same = answer instanceof Uint8Array ? answer : answer.bytes
  must(same === bytes, `${api}, ${bytes.length} bytes: a sound body does not come back as it is`)
  const samples = await race(
    [
      { name: 'parse', sample: timed(parseAndRepair), isBase: true },
      { name: 'bytes', sample: timed(() => repairBytes(bytes, { api })) },
    ],
    settings,
  )
  return ratios(samples('parse'), samples('bytes'))
}
