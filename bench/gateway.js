// @ts-check
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { body as drawn } from './corpus/bodies.js'
import { median, must } from './harness.js'

export const title = 'A request through the gateway, over a bare proxy that holds each body in one buffer'
export const notes = [
  'interleaved request by request, processes started anew each round; p50 and CPU of the proxy process',
  'each process first answers 150 requests of a kind (40 of 5 MB) and collects its garbage once',
]

/** @typedef {{ what: string, bytes: Buffer, isBroken: boolean, isStream: boolean, count: number }} Load */
/** @typedef {{ name: string, port: number, ask: (what: 'cpu' | 'gc') => Promise<number>, end: () => void }} Proxy */

const peers = ['portkey', 'llms'].filter((name) =>
  existsSync(
    new URL(
      `./peers/node_modules/${{ portkey: '@portkey-ai/gateway', llms: '@musistudio/llms' }[name]}`,
      import.meta.url,
    ),
  ),
)

/** @param {import('./harness.js').Settings} settings */
export async function measure({ rounds, isQuick }) {
  const loads = loadsFor(isQuick)
  /** @type {Map<string, number[]>} */
  const values = new Map()
  for (let round = 0; round < (isQuick ? 1 : Math.min(rounds, 5)); round++)
    for (const [what, value] of await measureRound(loads))
      values.set(what, [...(values.get(what) ?? []), value])
  return [...values].map(([what, list]) => ({ what, values: list, ...barOf(what) }))
}

/** @param {string} what */
function barOf(what) {
  const name = `gateway, ${what}`
  return name in barNames ? { bar: name } : {}
}

const barNames = Object.fromEntries(
  ['11 KB', '526 KB', '5 MB']
    .flatMap((size) => [`sound ${size}, p50`, `sound ${size}, CPU`])
    .concat(['broken 526 KB, CPU over parsing', 'stream 11 KB, p50', 'stream 11 KB, CPU'])
    .concat(['11 KB, CPU of portkey', '11 KB, CPU of llms', '526 KB, CPU of portkey', '526 KB, CPU of llms'])
    .map((name) => [`gateway, ${name}`, true]),
)

/** @param {boolean} isQuick @returns {readonly Load[]} */
function loadsFor(isQuick) {
  const scale = isQuick ? 0.5 : 1
  const sizes = /** @type {const} */ ([
    ['11 KB', 11_000, 300],
    ['526 KB', 526_000, 160],
    ['5 MB', 5_200_000, 40],
  ])
  const sound = sizes.map(([size, bytes, count]) =>
    loadOf(`sound ${size}`, bytes, Math.ceil(count * scale), false, false),
  )
  const broken = loadOf('broken 526 KB', 526_000, Math.ceil(160 * scale), true, false)
  const stream = loadOf('stream 11 KB', 11_000, Math.ceil(150 * scale), false, true)
  return [...sound, broken, stream]
}

/** @param {string} what @param {number} size @param {number} count @param {boolean} isBroken @param {boolean} isStream @returns {Load} */
function loadOf(what, size, count, isBroken, isStream) {
  const document = JSON.parse(drawn('openai', size).bytes.toString())
  if (!isStream) delete document.stream
  if (isBroken)
    document.messages.splice(
      document.messages.findLastIndex((/** @type {any} */ { role }) => role === 'tool'),
      1,
    )
  if (isBroken) document.messages.push({ role: 'user', content: 'Go on.' })
  return { what, bytes: Buffer.from(JSON.stringify(document)), isBroken, isStream, count }
}

/** @param {readonly Load[]} loads @returns {Promise<readonly (readonly [string, number])[]>} */
async function measureRound(loads) {
  const provider = await open('provider', '')
  const upstream = `http://127.0.0.1:${provider.port}`
  const names = ['bare', 'bare', 'parse', 'mortise', ...peers]
  const proxies = await Promise.all(names.map((name) => open(name, upstream)))
  try {
    const rows = []
    for (const load of loads) rows.push(...(await measureLoad(load, proxies, upstream)))
    return rows
  } finally {
    for (const proxy of [provider, ...proxies]) proxy.end()
  }
}

/** @param {Load} load @param {readonly Proxy[]} proxies @param {string} upstream @returns {Promise<readonly (readonly [string, number])[]>} */
async function measureLoad(load, proxies, upstream) {
  // Compiled code and the size of the heap must have settled: one collection less or more is a third of the figure.
  const warmUp = Math.min(150, load.count)
  for (const proxy of proxies) {
    for (let count = 0; count < warmUp; count++) await send(proxy, load, upstream)
    await proxy.ask('gc')
  }
  const before = await Promise.all(proxies.map(({ ask }) => ask('cpu')))
  /** @type {number[][]} */
  const times = proxies.map(() => [])
  for (let count = 0; count < load.count; count++)
    for (let turn = 0; turn < proxies.length; turn++) {
      const at = (turn + count) % proxies.length
      times[at]?.push(await send(/** @type {Proxy} */ (proxies[at]), load, upstream))
    }
  const after = await Promise.all(proxies.map(({ ask }) => ask('cpu')))
  const p50 = times.map(median)
  const cpu = after.map((value, at) => value - (before[at] ?? 0))
  const ratio = (/** @type {number[]} */ list, /** @type {number} */ over, /** @type {number} */ under) =>
    (list[over] ?? Number.NaN) / (list[under] ?? Number.NaN)
  const size = load.what.replace(/^sound /, '')
  return [
    [`${load.what}, p50`, ratio(p50, 3, 0)],
    [`${load.what}, CPU`, ratio(cpu, 3, 0)],
    [`${load.what}, CPU over parsing`, ratio(cpu, 3, 2)],
    [`${load.what}, CPU of the bare twin`, ratio(cpu, 1, 0)],
    ...(load.what.startsWith('sound')
      ? peers.map(
          (name, index) => /** @type {const} */ ([`${size}, CPU of ${name}`, ratio(cpu, 4 + index, 3)]),
        )
      : []),
  ]
}

const agents = new Map()

/** Sends one request; gives the milliseconds until the whole answer is there. @param {Proxy} proxy @param {Load} load @param {string} upstream @returns {Promise<number>} */
async function send({ name, port }, { bytes, isBroken, isStream }, upstream) {
  const agent = agents.get(port) ?? new Agent({ keepAlive: true })
  agents.set(port, agent)
  const body = name === 'llms' ? renamed(bytes) : bytes
  const headers = {
    'content-type': 'application/json',
    'content-length': String(body.length),
    authorization: 'Bearer k',
    ...(isStream ? { 'x-bench': 'stream' } : {}),
    ...(name === 'portkey'
      ? {
          'x-portkey-provider': 'openai',
          'x-portkey-custom-host': `${upstream}/v1`,
          'x-portkey-forward-headers': 'x-bench',
        }
      : {}),
  }
  const start = performance.now()
  const sending = request({
    agent,
    port,
    host: '127.0.0.1',
    path: '/v1/chat/completions',
    method: 'POST',
    headers,
  })
  sending.end(body)
  const [response] = await once(sending, 'response')
  let size = 0
  for await (const piece of response) size += piece.length
  const took = performance.now() - start
  must(response.statusCode === 200 && size > 0, `${name} answered ${response.statusCode}`)
  if (name === 'mortise') {
    must(
      (response.headers['x-mortise-repairs'] !== undefined) === isBroken,
      'what was mended is not what was broken',
    )
  }
  return took
}

/** @type {Map<Buffer, Buffer>} */
const names = new Map()

/** One gateway reads its provider from the name of the model. @param {Buffer} bytes */
function renamed(bytes) {
  const made = names.get(bytes) ?? Buffer.from(bytes.toString().replace('"gpt-5.1"', '"up,gpt-5.1"'))
  names.set(bytes, made)
  return made
}

/** @param {string} name @param {string} upstream @returns {Promise<Proxy>} */
async function open(name, upstream) {
  const child = fork(fileURLToPath(new URL('gateway-proxy.js', import.meta.url)), [name, upstream], {
    execArgv: ['--expose-gc'],
  })
  const ended = once(child, 'exit').then(([code]) => must(false, `the proxy ${name} ended with ${code}`))
  const [{ port }] = await Promise.race([once(child, 'message'), ended.then(() => [])])
  const ask = async (/** @type {'cpu' | 'gc'} */ what) => {
    child.send(what)
    const [{ cpu }] = await once(child, 'message')
    return cpu
  }
  return { name, port, ask, end: () => void child.kill() }
}
