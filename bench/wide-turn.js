// @ts-check
import { repair, scan } from '../core/dist/index.js'
import { wideTurn } from './conversation.js'
import { must, race, ratios, timed } from './harness.js'

export const title = 'One turn with 10,000 calls over one with 1,000'

const answers = /** @type {const} */ (['in order', 'reversed', 'unanswered'])

/** @param {import('./harness.js').Settings} settings */
export async function measure(settings) {
  const rows = []
  for (const api of /** @type {const} */ (['openai', 'anthropic'])) {
    const runners = answers.flatMap((order) => [runner(api, 1000, order), runner(api, 10_000, order)])
    const samples = await race(runners, settings)
    for (const order of answers) {
      const values = ratios(samples(`${order} 10000`), samples(`${order} 1000`))
      rows.push({ what: `${api}, results ${order}`, values, bar: 'ten times the calls' })
    }
  }
  return rows
}

/** @param {'openai' | 'anthropic'} api @param {number} count @param {(typeof answers)[number]} order */
function runner(api, count, order) {
  const document = wideTurn(api, count, order)
  const { document: mended, report } = repair(document, { api })
  const where = `${api}, one turn of ${count} calls, ${order}`
  const planted = order === 'unanswered' ? count : 0
  must(report.found.length === planted, `${where}: ${report.found.length} findings, ${planted} were planted`)
  must((mended === document) === (planted === 0), `${where}: changed though sound, or not mended`)
  must(scan(mended, api).length === 0, `${where}: a fault is left`)
  const sample = timed(() => repair(document, { api }))
  return { name: `${order} ${count}`, sample, isBase: count === 1000 }
}
