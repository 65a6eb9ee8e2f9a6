// @ts-check
import * as core from '../core/dist/index.js'
import { continuation, conversation } from './conversation.js'
import { grouped, median, must, race, ratios, timed } from './harness.js'

export const title = 'An agent loop: each step appends a call and its result, then repairs'

/** @typedef {{ repair(document: unknown): ReturnType<typeof core.repair> }} Follower */
/** @type {((options: { api: string }) => Follower) | undefined} */
const follow = /** @type {any} */ (core).follow

const apis = /** @type {const} */ (['openai', 'anthropic'])
const warmUp = 20
const steps = 200
const loops = 25

/** @param {import('./harness.js').Settings} settings */
export async function measure(settings) {
  const rows = []
  for (const api of apis) rows.push(...(follow === undefined ? absent(api) : await measureApi(api, settings)))
  return rows
}

/** @param {(typeof apis)[number]} api @param {import('./harness.js').Settings} settings */
async function measureApi(api, settings) {
  const { document } = conversation(api, 1e4)
  const { document: long } = conversation(api, 1e5)
  const turns = continuation(api, warmUp + steps)
  proveSteps(api, document, turns)
  proveFault(api, document, turns)
  const samples = await race(
    [
      { name: 'whole', sample: timed(() => core.repair(document, { api })), isBase: true },
      { name: 'step', sample: () => stepTime(api, document, turns), isBase: true },
      { name: 'long step', sample: () => stepTime(api, long, turns) },
    ],
    settings,
  )
  const [over, longer] = names(api)
  return [
    { ...over, values: ratios(samples('step'), samples('whole')) },
    { ...longer, values: ratios(samples('long step'), samples('step')) },
  ]
}

/** @param {string} api @returns {[import('./harness.js').Row, import('./harness.js').Row]} */
function names(api) {
  return [
    {
      what: `${api}, a step over a repair of all ${grouped(1e4)} messages`,
      values: [],
      bar: 'step over whole',
    },
    {
      what: `${api}, a step at ${grouped(1e5)} over one at ${grouped(1e4)} messages`,
      values: [],
      bar: 'step at ten times the length',
    },
  ]
}

/** @param {string} api @returns {import('./harness.js').Row[]} */
function absent(api) {
  return names(api).map((row) => ({ ...row, state: 'absent' }))
}

/** @param {string} api @returns {Follower} */
function begin(api) {
  if (follow === undefined) throw new Error('There is no `follow` in the core.')
  return follow({ api })
}

/**
 * The time of one step, as the middle one of some agent loops has it.
 *
 * Neither the first look at the whole nor the first steps count: these find the caches as the look left
 * them, and let the list grow.
 *
 * @param {string} api @param {import('./conversation.js').Document} document @param {import('./conversation.js').Message[][]} turns
 */
function stepTime(api, document, turns) {
  const { messages } = document
  const length = messages.length
  const times = Array.from({ length: loops }, () => {
    const follower = begin(api)
    follower.repair(document)
    goOn(follower, document, turns.slice(0, warmUp))
    const counted = turns.slice(warmUp)
    const start = performance.now()
    goOn(follower, document, counted)
    const took = performance.now() - start
    messages.length = length
    return took / counted.length
  })
  return median(times)
}

/** @param {Follower} follower @param {import('./conversation.js').Document} document @param {import('./conversation.js').Message[][]} turns */
function goOn(follower, document, turns) {
  for (const turn of turns) {
    for (const message of turn) document.messages.push(message)
    follower.repair(document)
  }
}

/** @param {string} api @param {import('./conversation.js').Document} document @param {import('./conversation.js').Message[][]} turns */
function proveSteps(api, document, turns) {
  const { messages } = document
  const length = messages.length
  const follower = begin(api)
  for (const turn of [[], ...turns]) {
    messages.push(...turn)
    const { document: same, report } = follower.repair(document)
    must(same === document && report.found.length === 0, `${api} finds a fault in a sound agent loop`)
  }
  messages.length = length
}

/** Leaves a result out on the way: the step has to say what a repair of the whole says. @param {string} api @param {import('./conversation.js').Document} document @param {import('./conversation.js').Message[][]} turns */
function proveFault(api, document, turns) {
  const { messages } = document
  const length = messages.length
  const follower = begin(api)
  follower.repair(document)
  messages.push(...(turns[0] ?? []).slice(0, 1), ...(turns[1] ?? []))
  const step = follower.repair(document)
  const whole = core.repair(document, { api })
  must(whole.report.found.length === 1, `${api} does not find the fault of an agent loop`)
  const isSame = JSON.stringify(step.report) === JSON.stringify(whole.report)
  must(isSame, `${api} tells a step otherwise than the whole`)
  messages.length = length
}
