// @ts-check
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { mustBeClean, writeHome } from './clean-home.js'
import { body as drawn } from './corpus/bodies.js'
import { must } from './harness.js'

export const title = 'Sessions cleaned in the threads of a running gateway'
export const notes = [
  '5,000 sessions of 22 KB (400 with --quick), each with 5 calls; the plain loop parses, filters, keeps a copy, writes and syncs both',
  'requests of 11 KB, 100 a second, by a process of their own; p99 while sessions are cleaned over p99 before and after it',
]

/** @typedef {{ child: import('node:child_process').ChildProcess, port: number }} Running */

/** @param {import('./harness.js').Settings} settings */
export async function measure({ rounds, isQuick }) {
  const count = isQuick ? 400 : 5000
  /** @type {{ throughput: number[], p99: number[], rate: number[] }} */
  const values = { throughput: [], p99: [], rate: [] }
  for (let round = 0; round < (isQuick ? 1 : Math.min(3, rounds)); round++) {
    const folder = mkdtempSync(join(tmpdir(), 'mortise-bench-clean-'))
    try {
      const took = await cleaned(folder, count)
      values.throughput.push((await plain(folder, count)) / took)
      values.rate.push((count / took) * 1000)
      values.p99.push(await added(folder, count))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  return [
    { what: 'throughput over a plain loop', values: values.throughput, bar: 'clean, throughput' },
    { what: 'p99 of requests meanwhile', values: values.p99, bar: 'clean, p99' },
    { what: 'sessions a second', values: values.rate },
  ]
}

/** The time of a cleaning with nobody else at work. @param {string} folder @param {number} count */
async function cleaned(folder, count) {
  const home = join(folder, 'alone')
  const sessions = writeHome(home, count)
  const gateway = await open('clean-gateway.js', ['http://127.0.0.1:9', home])
  try {
    return await cleanBy(gateway, sessions, count)
  } finally {
    gateway.child.kill()
  }
}

/** @param {string} folder @param {number} count */
async function plain(folder, count) {
  const sessions = writeHome(join(folder, 'plain'), count)
  const child = fork(at('clean-plain.js'), [sessions, join(folder, 'copies')])
  const [{ took }] = await once(child, 'message')
  mustBeClean(sessions, count)
  return took
}

/** The p99 of requests while sessions are cleaned, over that before and after it. @param {string} folder @param {number} count */
async function added(folder, count) {
  const home = join(folder, 'busy')
  const sessions = writeHome(home, count)
  const provider = await open('gateway-proxy.js', ['provider', ''])
  const gateway = await open('clean-gateway.js', [`http://127.0.0.1:${provider.port}`, home])
  const load = startLoad(gateway.port)
  try {
    await pause(2000)
    load.take()
    await pause(3000)
    const before = load.take()
    await cleanBy(gateway, sessions, count)
    const during = load.take()
    await pause(3000)
    const idle = [...before, ...load.take()]
    must(during.length > 20 && idle.length > 100, 'too few requests were answered')
    return p99(during) / p99(idle)
  } finally {
    await load.stop()
    for (const { child } of [provider, gateway]) child.kill()
  }
}

/** @param {Running} gateway @param {string} sessions @param {number} count @returns {Promise<number>} */
async function cleanBy({ child }, sessions, count) {
  child.send('clean')
  const [{ took, waiting, failed, total }] = await once(child, 'message')
  must(waiting + failed === 0, `${waiting} sessions wait and ${failed} failed`)
  must(String(total).includes(`cleaned ${count} files, removed ${count * 10} `), String(total))
  mustBeClean(sessions, count)
  return took
}

/** Sends requests at a steady pace, whether the ones before are answered or not. @param {number} port */
function startLoad(port) {
  const agent = new Agent({ keepAlive: true })
  const document = JSON.parse(drawn('openai', 11_000).bytes.toString())
  delete document.stream
  const bytes = Buffer.from(JSON.stringify(document))
  const headers = {
    'content-type': 'application/json',
    'content-length': String(bytes.length),
    authorization: 'Bearer k',
  }
  /** @type {number[]} */
  let times = []
  const send = async () => {
    const start = performance.now()
    const sending = request({
      agent,
      port,
      host: '127.0.0.1',
      path: '/v1/chat/completions',
      method: 'POST',
      headers,
    })
    sending.end(bytes)
    const [response] = await once(sending, 'response')
    for await (const _ of response);
    must(response.statusCode === 200, `the gateway answered ${response.statusCode}`)
    times.push(performance.now() - start)
  }
  /** @type {unknown} */
  let failure
  const clock = setInterval(() => void send().catch((error) => (failure ??= error)), 10)
  return {
    take() {
      if (failure !== undefined) throw failure
      const taken = times
      times = []
      return taken
    },
    async stop() {
      clearInterval(clock)
      await pause(100)
      agent.destroy()
    },
  }
}

/** @param {readonly number[]} times */
function p99(times) {
  const sorted = [...times].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? Number.NaN
}

/** @param {string} name @param {readonly string[]} words @returns {Promise<Running>} */
async function open(name, words) {
  const child = fork(at(name), words)
  const [{ port }] = await once(child, 'message')
  return { child, port }
}

/** @param {string} name */
function at(name) {
  return fileURLToPath(new URL(name, import.meta.url))
}

/** @param {number} ms */
function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
