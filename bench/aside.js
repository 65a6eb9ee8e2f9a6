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
  'the bar holds for the gateway over a bare proxy that passes the same bodies: the rest is what the machine takes',
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
  const bare = await open('bare', `http://127.0.0.1:${provider.port}`)
  /** @type {Map<string, number[]>} */
  const values = new Map()
  try {
    await p99During(gateway.port, undefined)
    await p99During(bare.port, undefined)
    for (let round = 0; round < (isQuick ? 2 : Math.min(rounds, 5)); round++)
      for (const what of [...Object.keys(long), 'a busy neighbour']) {
        const slower = await slowedBy(what, gateway.port)
        const byMachine = await slowedBy(what, bare.port)
        add(`p99 beside ${what}`, slower)
        add(`the same through a bare proxy: ${what}`, byMachine)
        add(`gateway over bare proxy: ${what}`, slower / byMachine)
      }
  } finally {
    for (const child of [provider, gateway, bare]) child.end()
  }
  return [...values].map(([what, list]) => ({
    what,
    values: list,
    ...(what.startsWith('gateway over') && !what.endsWith('neighbour') ? { bar: 'aside, p99' } : {}),
  }))

  /** @param {string} what @param {number} value */
  function add(what, value) {
    values.set(what, [...(values.get(what) ?? []), value])
  }
}

/** How many times the p99 without it is the p99 beside a load. @param {string} what @param {number} port */
async function slowedBy(what, port) {
  const before = await p99During(port, undefined)
  const beside = await p99During(port, () => (what in long ? repeated(port, what) : neighbour()))
  const after = await p99During(port, undefined)
  return (2 * beside) / (before + after)
}

/** Sends a body again and again, from a process of its own: to send 20 MB would keep the measuring one waiting. @param {number} port @param {string} what */
function repeated(port, what) {
  const child = fork(fileURLToPath(import.meta.url), ['send', String(port), what])
  return async () => {
    child.send('end')
    await once(child, 'exit')
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

// The process that sends long bodies.
if (process.argv[2] === 'send') {
  const [, , , port = '', what = ''] = process.argv
  const body = Object.entries(long).find(([name]) => name === what)?.[1]
  must(body !== undefined, `there is no body \`${what}\``)
  let isOver = false
  process.on('message', () => {
    isOver = true
  })
  while (!isOver && body !== undefined) await send(Number(port), body, false)
  process.exit()
}
