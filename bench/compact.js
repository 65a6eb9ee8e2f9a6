// @ts-check
import { compact, followCompact, scan } from '../core/dist/index.js'
import { continuation, conversation } from './conversation.js'
import { collectGarbage, grouped, must, race, ratios, timed } from './harness.js'
import { loadPeers, toLangChain, toModelMessages } from './peers.js'

export const title = 'Compaction to half of the tokens: cold, again, and beside others'

/** @typedef {import('./conversation.js').Document} Document */

/** The one that others are held against. */
const api = 'openai'
const budgetSizes = [18, 40]
const warmUp = 20
const stepsTried = 200
const loops = 15

/** @param {import('./harness.js').Settings} settings */
export async function measure(settings) {
  for (const kind of /** @type {const} */ (['openai', 'anthropic', 'mistral'])) proveBudgets(kind)
  return [
    ...(await growth('openai', settings)),
    ...(await growth('anthropic', settings)),
    ...(await peers(settings)),
  ]
}

/** Every budget gives a document that the API takes. @param {import('./conversation.js').Kind} kind */
function proveBudgets(kind) {
  for (const size of budgetSizes) {
    for (let seed = 1; seed <= 5; seed++) {
      const { document } = conversation(kind, size, { seed })
      for (let budget = 1; budget <= document.messages.length; budget++) {
        const { document: small } = compact(document, { api: kind, budget, countTokens: () => 1 })
        must(refusals(small, kind) === 0, `${kind} would refuse a conversation cut to ${budget} messages`)
      }
    }
  }
}

/** @param {unknown} document @param {string} kind */
function refusals(document, kind) {
  return scan(document, kind).filter(({ severity }) => severity === 'refused').length
}

/** @param {'openai' | 'anthropic'} kind @param {import('./harness.js').Settings} settings */
async function growth(kind, settings) {
  const [short, long] = [1e4, 1e5].map((size) => prepared(size, kind))
  const samples = await race(
    [
      { name: 'short', sample: () => coldTime(short), isBase: true },
      { name: 'long', sample: () => coldTime(long) },
      { name: 'again', sample: timed(follower(long)) },
      { name: 'short step', sample: () => stepTime(short), isBase: true },
      { name: 'long step', sample: () => stepTime(long) },
    ],
    settings,
  )
  return [
    {
      what: `${kind}, ${grouped(1e5)} messages over ${grouped(1e4)}`,
      values: ratios(samples('long'), samples('short')),
      bar: 'ten times the messages',
    },
    {
      what: `${kind}, ${grouped(1e5)} messages, the first time over the next`,
      values: ratios(samples('long'), samples('again')),
      bar: 'compaction again',
    },
    {
      what: `${kind}, a step that still fits at ${grouped(1e5)} over one at ${grouped(1e4)} messages`,
      values: ratios(samples('long step'), samples('short step')),
      bar: 'step at ten times the length',
    },
  ]
}

/** A conversation, and half of its tokens. @param {number} size @param {'openai' | 'anthropic'} [kind] */
function prepared(size, kind = api) {
  const { document } = conversation(kind, size)
  const { tokens } = compact(document, { api: kind, budget: 1e12 }).report.before
  const budget = Math.floor(tokens / 2)
  const { document: small, report } = compact(document, { api: kind, budget })
  must(
    report.fits && refusals(small, kind) === 0,
    `half of ${grouped(size)} messages is not what it should be`,
  )
  return { kind, document, text: JSON.stringify(document), budget }
}

/** The time of one compaction of messages that were never seen. @param {ReturnType<typeof prepared> | undefined} one */
function coldTime(one) {
  if (one === undefined) return Number.NaN
  // A short one is over so soon that many tries cost nothing.
  const times = Array.from({ length: one.document.messages.length > 1e4 ? 3 : 9 }, () => {
    const fresh = JSON.parse(one.text)
    collectGarbage()
    const start = performance.now()
    compact(fresh, { api: one.kind, budget: one.budget })
    return performance.now() - start
  })
  return Math.min(...times)
}

/** The same question again, to one who knows the conversation. @param {ReturnType<typeof prepared> | undefined} one */
function follower(one) {
  const known = followCompact({ api: one?.kind ?? api, budget: one?.budget ?? 0 })
  known.compact(one?.document)
  return () => known.compact(one?.document)
}

/** The time of one step of an agent loop that has room enough, as the quickest of some loops has it: what others take of the machine is no cost of ours. @param {ReturnType<typeof prepared> | undefined} one */
function stepTime(one) {
  if (one === undefined) return Number.NaN
  const { messages } = one.document
  const { length } = messages
  const steps = continuation(one.kind, warmUp + stepsTried)
  const times = Array.from({ length: loops }, () => {
    const known = followCompact({ api: one.kind, budget: 1e12 })
    known.compact(one.document)
    let start = 0
    steps.forEach((step, at) => {
      if (at === warmUp) start = performance.now()
      for (const message of step) messages.push(message)
      known.compact(one.document)
    })
    const took = performance.now() - start
    messages.length = length
    return took / stepsTried
  })
  return Math.min(...times)
}

/** @param {import('./harness.js').Settings} settings */
async function peers(settings) {
  const names = [
    'openai, 1,000 messages, over LangChain trimMessages',
    'openai, 1,000 messages, over AI SDK pruneMessages',
    'openai, 10,000 messages by gpt-tokenizer, the first time over the next',
  ]
  const known = await loadPeers()
  if (known === undefined)
    return names.map((what) => ({ what, values: [], state: /** @type {const} */ ('absent') }))
  const { trimMessages, pruneMessages, countTokens } = known
  const one = prepared(1e3)
  const theirs = toLangChain(one.document, known)
  const model = toModelMessages(one.document)
  const trim = () =>
    trimMessages(theirs, {
      maxTokens: theirs.length / 2,
      strategy: 'last',
      tokenCounter: (/** @type {unknown[]} */ list) => list.length,
    })
  const prune = () =>
    pruneMessages({ messages: model, toolCalls: `before-last-${model.length / 2}-messages` })
  const bpe = prepared(1e4)
  const options = { api, budget: bpe.budget, countTokens: (/** @type {string} */ text) => countTokens(text) }
  const samples = await race(
    [
      { name: 'ours', sample: () => coldTime(one) },
      { name: 'LangChain', sample: () => bestTimeOf(trim), isBase: true },
      { name: 'AI SDK', sample: timed(prune), isBase: true },
      { name: 'bpe cold', sample: () => timeOf(() => compact(JSON.parse(bpe.text), options)) },
      { name: 'bpe again', sample: timed(() => compact(bpe.document, options)) },
    ],
    settings,
  )
  const bad = await wrongCuts(known)
  return [
    { what: /** @type {string} */ (names[0]), values: ratios(samples('ours'), samples('LangChain')) },
    { what: /** @type {string} */ (names[1]), values: ratios(samples('ours'), samples('AI SDK')) },
    { what: /** @type {string} */ (names[2]), values: ratios(samples('bpe cold'), samples('bpe again')) },
    { what: `budgets that LangChain cuts to a refused request, of 18`, values: [bad] },
  ]
}

/** What waits for something cannot be repeated within one time; the best of some is as steady. @param {() => unknown} run */
async function bestTimeOf(run) {
  let best = Number.POSITIVE_INFINITY
  for (let count = 0; count < 9; count++) {
    collectGarbage()
    best = Math.min(best, await timeOf(run))
  }
  return best
}

/** @param {() => unknown} run */
async function timeOf(run) {
  const start = performance.now()
  await run()
  return performance.now() - start
}

/** How many budgets of a small conversation LangChain answers with one that the API would refuse. @param {import('./peers.js').Peers} known */
async function wrongCuts(known) {
  const { document } = conversation(api, 18)
  const theirs = toLangChain(document, known)
  let wrong = 0
  for (let budget = 1; budget <= 18; budget++) {
    const cut = await known.trimMessages(theirs, {
      maxTokens: budget,
      strategy: 'last',
      tokenCounter: (/** @type {unknown[]} */ list) => list.length,
    })
    const kept = new Set(cut.map((/** @type {{ id?: string }} */ message) => message.id))
    const messages = document.messages.filter((_, at) => kept.has(String(at)))
    if (refusals({ ...document, messages }, api) > 0) wrong++
  }
  return wrong
}
