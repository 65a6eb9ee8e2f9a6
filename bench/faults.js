// @ts-check
import { repair, scan } from '../core/dist/index.js'
import { bareLoop } from './bare-loop.js'
import { conversation, twoPercent } from './conversation.js'
import { grouped, must, race, ratios, steepest, timed, timedAndCleared } from './harness.js'

export const title = 'Faults in 2 of 100 results: repair over the bare loop'

/** @param {import('./harness.js').Settings} settings */
export async function measure(settings) {
  const sizes = settings.isQuick ? [1e3, 1e4, 1e5] : [1e3, 1e4, 1e5, 1e6]
  const rows = []
  for (const api of /** @type {const} */ (['openai', 'anthropic'])) {
    rows.push(...(await measureApi(api, sizes, settings)))
  }
  return rows
}

/** @param {'openai' | 'anthropic'} api @param {readonly number[]} sizes @param {import('./harness.js').Settings} settings */
async function measureApi(api, sizes, settings) {
  const loop = /** @type {(typeof bareLoop)[string]} */ (bareLoop[api])
  const runners = sizes.flatMap((size) => {
    const given = conversation(api, size, { fault: twoPercent })
    const { document } = given
    prove(api, given)
    const clear = size < 1e5 ? timed : timedAndCleared
    return [
      { name: `loop ${size}`, sample: timed(() => loop(document.messages)), isBase: true },
      { name: `${api} ${size}`, sample: clear(() => repair(document, { api })) },
    ]
  })
  const samples = await race(runners, settings)
  const growth = steepest(sizes, (size) => ratios(samples(`${api} ${size}`), samples(`loop ${size}`)))
  return [
    ...sizes
      .filter((size) => [1e4, 1e6].includes(size))
      .map((size) => ({
        what: `${api}, ${grouped(size)} messages`,
        values: ratios(samples(`${api} ${size}`), samples(`loop ${size}`)),
        bar: `faults, ${grouped(size)} messages`,
      })),
    {
      what: `${api}, growth ${grouped(growth.from)} to ${grouped(growth.to)}`,
      values: growth.values,
      bar: 'growth',
    },
  ]
}

/** @param {string} api @param {import('./conversation.js').Conversation} given */
function prove(api, { document, dropped, displaced }) {
  const { document: mended, report } = repair(document, { api })
  const where = `${api}, ${document.messages.length} messages with faults`
  /** @param {string} rule */
  const count = (rule) => report.found.filter((finding) => finding.rule === rule).length
  must(dropped > 0 && displaced > 0, `${where}: nothing was planted`)
  must(count('call-without-result') === dropped, `${where}: not the calls without result that were planted`)
  must(count('result-out-of-place') === displaced, `${where}: not the displaced results that were planted`)
  must(report.found.length === dropped + displaced, `${where}: more faults than were planted`)
  must(report.left.length === 0 && scan(mended, api).length === 0, `${where}: a fault is left`)
}
