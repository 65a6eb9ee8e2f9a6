// @ts-check
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { must } from './harness.js'

export const title =
  'Small requests through a gateway that judges long bodies beside them, over one with nothing else to do'
export const notes = [
  'windows of 1.5 s with and without a long body under way, by turns; small requests one after the other',
  'a busy neighbour is another process that never rests: what the machine itself takes',
]

/** @param {string} part @param {number} count */
const listOf = (part, count) => Array(count).fill(part).join(',')
/** @param {string} messages */
const bodyOf = (messages) => Buffer.from(`{"model":"gpt-5.1","messages":[${messages}]}`)
const question = '{"role":"user","content":"Go on."}'
const small = bodyOf(question)

/** Bodies that are judged in the thread, each by another part of the work. */
const long = {
  'short turns': bodyOf(listOf('0', 20_000)),
  'stray results': bodyOf(
    `${listOf('{"role":"tool","tool_call_id":"a","content":"x"}', 20_000)},${question}`,
  ),
  'one result of 20 MB': bodyOf(
    `{"role":"tool","tool_call_id":"a","content":"${'x'.repeat(20 << 20)}"},${question}`,
  ),
}

/** @param {import('./harness.js').Settings} settings */
export async function measure({ rounds, isQuick }) {
  const provider = await open('provider', '')
  const gateway = await open('mortise', `http://127.0.0.1:${provider.port}`)
  /** @type {Map<string, number[]>} */
  const values = new Map()
  try {
    await p99During(gateway.port, undefined)
    for (let round = 0; round < (isQuick ? 2 : Math.min(rounds, 5)); round++)
      for (const [what, start] of loadsOf(gateway.port)) {
        const before = await p99During(gateway.port, undefined)
        const beside = await p99During(gateway.port, start)
        const after = await p99During(gateway.port, undefined)
        values.set(what, [...(values.get(what) ?? []), (2 * beside) / (before + after)])
      }
  } finally {
    for (const child of [provider, gateway]) child.end()
  }
  return [...values].map(([what, list]) => ({
    what: `p99 beside ${what}`,
    values: list,
    ...(what in long ? { bar: 'aside, p99' } : {}),
  }))
}

/** Each load: its name, and a function that starts it and gives one that ends it. @param {number} port @returns {[string, () => () => void][]} */
function loadsOf(port) {
  const bodies = Object.entries(long).map(
    ([what, body]) => /** @type {[string, () => () => void]} */ ([what, () => repeated(port, body)]),
  )
  return [...bodies, ['a busy neighbour', neighbour]]
}

/** Sends a body again and again. @param {number} port @param {Buffer} body */
function repeated(port, body) {
  let isOver = false
  const next = async () => {
    while (!isOver) await send(port, body, false)
  }
  const running = next()
  return async () => {
    isOver = true
    await running
  }
}

function neighbour() {
  const child = fork(fileURLToPath(new URL('gateway-proxy.js', import.meta.url)), ['busy'])
  return () => void child.kill()
}

const window = 1500

/** The p99 of small requests during one window. @param {number} port @param {(() => () => void | Promise<void>) | undefined} start */
async function p99During(port, start) {
  const stop = start?.()
  // What was started has to be under way.
  if (start !== undefined) await new Promise((resolve) => setTimeout(resolve, 150))
  /** @type {number[]} */
  const times = []
  for (const end = performance.now() + window; performance.now() < end; )
    times.push(await send(port, small, true))
  await stop?.()
  times.sort((one, other) => one - other)
  return times[Math.floor(times.length * 0.99)] ?? Number.NaN
}

const agents = [new Agent({ keepAlive: true }), new Agent({ keepAlive: true })]

/** @param {number} port @param {Buffer} body @param {boolean} isSmall */
async function send(port, body, isSmall) {
  const headers = { 'content-type': 'application/json', 'content-length': String(body.length) }
  const started = performance.now()
  const sending = request({
    agent: agents[isSmall ? 0 : 1],
    port,
    host: '127.0.0.1',
    path: '/v1/chat/completions',
    method: 'POST',
    headers,
  })
  sending.end(body)
  const [response] = await once(sending, 'response')
  for await (const _ of response);
  must(response.statusCode === 200, `the gateway answered ${response.statusCode}`)
  must(!isSmall || response.headers['x-mortise-repairs'] === undefined, 'a sound request was mended')
  return performance.now() - started
}

/** @param {string} kind @param {string} upstream */
async function open(kind, upstream) {
  const child = fork(fileURLToPath(new URL('gateway-proxy.js', import.meta.url)), [kind, upstream])
  const [{ port }] = await once(child, 'message')
  return { port, end: () => void child.kill() }
}
