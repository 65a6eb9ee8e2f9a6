// @ts-check
import { repair } from '../core/dist/index.js'
import { bareLoop } from './bare-loop.js'
import { conversation } from './conversation.js'
import { grouped, must, race, ratios, steepest, timed } from './harness.js'

export const title = 'A sound conversation: repair over a bare loop that reads every type'

/** @type {readonly { kind: import('./conversation.js').Kind, apis: readonly [api: string, bar: string][] }[]} */
const cases = [
  {
    kind: 'openai',
    apis: [
      ['openai', 'sound, ids by turn'],
      ['deepseek', 'sound, ids by request'],
    ],
  },
  { kind: 'mistral', apis: [['mistral', 'sound, ids by turn']] },
  { kind: 'anthropic', apis: [['anthropic', 'sound, ids by request']] },
]

/** @param {import('./harness.js').Settings} settings */
export async function measure(settings) {
  const sizes = settings.isQuick ? [100, 1e3, 1e4, 1e5] : [100, 1e3, 1e4, 1e5, 1e6]
  const rows = []
  for (const { kind, apis } of cases) rows.push(...(await measureKind(kind, apis, sizes, settings)))
  return rows
}

/**
 * @param {import('./conversation.js').Kind} kind @param {readonly [api: string, bar: string][]} apis
 * @param {readonly number[]} sizes @param {import('./harness.js').Settings} settings
 */
async function measureKind(kind, apis, sizes, settings) {
  const loop = /** @type {(typeof bareLoop)[string]} */ (bareLoop[kind])
  const runners = sizes.flatMap((size) => {
    const { document, calls } = conversation(kind, size)
    must(loop(document.messages) === calls, `the bare loop counts the calls of ${kind} wrongly`)
    const base = { name: `loop ${size}`, sample: timed(() => loop(document.messages)), isBase: true }
    return [base, ...apis.map(([api]) => runner(document, api, size))]
  })
  const samples = await race(runners, settings)
  const growthSizes = sizes.slice(1)
  return apis.flatMap(([api, bar]) => {
    const growth = steepest(growthSizes, (size) => ratios(samples(`${api} ${size}`), samples(`loop ${size}`)))
    return [
      ...sizes
        .filter((size) => [100, 1e4, 1e6].includes(size))
        .map((size) => ({
          what: `${api}, ${grouped(size)} messages`,
          values: ratios(samples(`${api} ${size}`), samples(`loop ${size}`)),
          bar,
        })),
      {
        what: `${api}, growth ${grouped(growth.from)} to ${grouped(growth.to)}`,
        values: growth.values,
        bar: 'growth',
      },
    ]
  })
}

/** @param {import('./conversation.js').Document} document @param {string} api @param {number} size */
function runner(document, api, size) {
  const repaired = repair(document, { api })
  must(repaired.document === document, `${api} changes a sound conversation of ${size} messages`)
  must(repaired.report.found.length === 0, `${api} finds a fault in a sound conversation of ${size} messages`)
  return { name: `${api} ${size}`, sample: timed(() => repair(document, { api })) }
}
