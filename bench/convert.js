// @ts-check
import { createRequire } from 'node:module'
import { convert, convertStream } from '../core/dist/index.js'
import { conversation } from './conversation.js'
import { must, race, ratios, timed } from './harness.js'

export const title = 'Conversion of a request of 500 KB'

/** @typedef {import('./conversation.js').Document} Document */

const formats = { anthropic: 'anthropic-messages', openai: 'openai-chat' }

/** @param {import('./harness.js').Settings} settings */
export async function measure(settings) {
  return [
    await overJson('anthropic', 'openai', settings),
    await overJson('openai', 'anthropic', settings),
    ...(await overPeers(settings)),
    await overEvents('openai', 'anthropic', settings),
    await overEvents('anthropic', 'openai', settings),
  ]
}

/** A conversation of about 500 KB, and its text. @param {'anthropic' | 'openai'} kind */
function prepared(kind) {
  const words = (/** @type {() => number} */ random) => `said ${random()} `.repeat(12)
  const input = (/** @type {() => number} */ random) => ({ path: `/src/${random()}.ts`, lines: [1, 2, 3] })
  const { document, calls } = conversation(kind, 1500, { words, input })
  const text = JSON.stringify(document)
  must(text.length > 4e5 && text.length < 8e5, `the request is no 500 KB but ${text.length} bytes`)
  return { document, text, calls }
}

/** @param {'anthropic' | 'openai'} from @param {'anthropic' | 'openai'} to @param {import('./harness.js').Settings} settings */
async function overJson(from, to, settings) {
  const { text, calls } = prepared(from)
  const run = () => convert(JSON.parse(text), { from: formats[from], to: formats[to] })
  const { document, report } = run()
  must(report.left.length === 0 && report.lost.length === 0, `${from} to ${to} leaves or loses something`)
  const printed = JSON.stringify(document)
  const mark = to === 'openai' ? /"type":"function"/g : /"type":"tool_use"/g
  must(printed.match(mark)?.length === calls, `${from} to ${to} does not carry every call`)
  const samples = await race(
    [
      { name: 'json', sample: timed(() => JSON.stringify(JSON.parse(text))), isBase: true },
      { name: 'convert', sample: timed(() => JSON.stringify(run().document)) },
    ],
    settings,
  )
  const what = `${from} to ${to}: parse, convert and print, over parse and print`
  return { what, values: ratios(samples('convert'), samples('json')), bar: 'conversion' }
}

/**
 * A streamed answer of 2,000 pieces: each event parsed, converted and printed, over the same events parsed and printed.
 *
 * @param {'anthropic' | 'openai'} from @param {'anthropic' | 'openai'} to @param {import('./harness.js').Settings} settings
 */
async function overEvents(from, to, settings) {
  const chat = chatEvents()
  const lines = (from === 'openai' ? chat : converted(chat, 'openai', 'anthropic')).map((event) =>
    JSON.stringify(event),
  )
  const run = () => {
    const stream = convertStream({ from: formats[from], to: formats[to] })
    let count = 0
    for (const line of lines)
      for (const event of stream.write(JSON.parse(line))) count += JSON.stringify(event).length
    for (const event of stream.end()) count += JSON.stringify(event).length
    return count
  }
  const out = converted(
    lines.map((line) => JSON.parse(line)),
    from,
    to,
  )
  const bare = () => {
    let count = 0
    for (const line of lines) JSON.parse(line)
    for (const event of out) count += JSON.stringify(event).length
    return count
  }
  must(run() > 1e5, `the stream from ${from} to ${to} lost its words`)
  const samples = await race(
    [
      { name: 'json', sample: timed(bare), isBase: true },
      { name: 'convert', sample: timed(run) },
    ],
    settings,
  )
  const what = `a stream from ${from} to ${to}: each event parsed, converted and printed, over parsed and printed`
  return { what, values: ratios(samples('convert'), samples('json')), bar: 'streamed conversion' }
}

function chatEvents() {
  const chunk = (/** @type {unknown} */ delta, /** @type {string | null} */ finish = null) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'gpt-5',
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
  })
  const pieces = Array.from({ length: 1000 }, (_, index) => chunk({ content: `word ${index} ` }))
  const call = { id: 'call_1', type: 'function', function: { name: 'write', arguments: '{"text":"' } }
  const parts = Array.from({ length: 1000 }, (_, index) =>
    chunk({ tool_calls: [{ index: 0, function: { arguments: `line ${index} ` } }] }),
  )
  const end = chunk({ tool_calls: [{ index: 0, function: { arguments: '"}' } }] })
  return [
    ...pieces,
    chunk({ tool_calls: [{ index: 0, ...call }] }),
    ...parts,
    end,
    chunk({}, 'tool_calls'),
    '[DONE]',
  ]
}

/** @param {readonly unknown[]} events @param {'anthropic' | 'openai'} from @param {'anthropic' | 'openai'} to */
function converted(events, from, to) {
  const stream = convertStream({ from: formats[from], to: formats[to] })
  return [...events.flatMap((event) => stream.write(event)), ...stream.end()]
}

/** @param {import('./harness.js').Settings} settings */
async function overPeers(settings) {
  const names = ['anthropic to openai, over @musistudio/llms', 'anthropic to openai, over llm-bridge']
  const known = loadPeers()
  if (known === undefined)
    return names.map((what) => ({ what, values: [], state: /** @type {const} */ ('absent') }))
  const { document } = prepared('anthropic')
  const options = { from: formats.anthropic, to: formats.openai }
  const samples = await race(
    [
      { name: 'ours', sample: timed(() => convert(document, options)) },
      { name: 'llms', sample: timed(() => known.llms(document)), isBase: true },
      { name: 'bridge', sample: timed(() => known.bridge(document)), isBase: true },
    ],
    settings,
  )
  return ['llms', 'bridge'].map((name, index) => ({
    what: /** @type {string} */ (names[index]),
    values: ratios(samples('ours'), samples(name)),
    bar: 'conversion over a peer',
  }))
}

/**
 * What others convert with, or undefined where they are not installed. The first is a part of a server: the work is
 * done before its promise is returned.
 *
 * @returns {{ llms(body: Document): unknown, bridge(body: Document): unknown } | undefined}
 */
function loadPeers() {
  const load = createRequire(new URL('./peers/package.json', import.meta.url))
  try {
    const { default: Server } = load('@musistudio/llms')
    const { translateBetweenProviders } = load('llm-bridge')
    const wishes = { useJsonFile: false, useEnvFile: false, initialConfig: { providers: [] }, logger: false }
    const transformer = new Server(wishes).transformerService
    return {
      llms: (body) => transformer.getTransformer('Anthropic').transformRequestOut(body),
      bridge: (body) => translateBetweenProviders('anthropic', 'openai', body),
    }
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'MODULE_NOT_FOUND') return undefined
    throw error
  }
}
