// @ts-check
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { fileURLToPath } from 'node:url'
import { must } from './harness.js'
import { optional } from './optional.js'

export const title =
  'A guarded client and sound requests of 500 KB: what of its own time is the guard’s, in percent'

const own = new URL('../core/dist/', import.meta.url).href

/** @param {import('./harness.js').Settings} settings */
export async function measure({ rounds, isQuick }) {
  const guards = await optional('guard/index.js')
  const isThere = existsSync(new URL('../test/clients/node_modules', import.meta.url))
  const { clients } = await import('./guard-clients.js')
  const names = clients.map(({ name, bar }) => ({ what: name, values: [], bar }))
  if (guards === undefined || !isThere) return names.map((row) => ({ ...row, state: 'absent' }))
  const provider = fork(fileURLToPath(new URL('guard-provider.js', import.meta.url)))
  const [url] = await once(provider, 'message')
  try {
    const rows = []
    for (const [index, { connect }] of clients.entries()) {
      const call = await connect(url, guards)
      rows.push({ ...names[index], values: await shares(call, rounds, isQuick ? 80 : 150) })
    }
    return rows
  } finally {
    provider.disconnect()
  }
}

/** The guard's share of the time that the process works, one a round. @param {() => Promise<unknown>} call @param {number} rounds @param {number} count */
async function shares(call, rounds, count) {
  const values = []
  for (let round = 0; round <= rounds; round++) {
    const share = await shareOf(call, count)
    if (round > 0) values.push(share)
  }
  must(
    values.some((share) => share > 0),
    'the guard was never seen at work',
  )
  return values
}

/** @param {() => Promise<unknown>} call @param {number} count */
async function shareOf(call, count) {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: 50 })
  await session.post('Profiler.start')
  for (let turn = 0; turn < count; turn++) must(Boolean(await call()), 'a call has no answer')
  const { profile } = await session.post('Profiler.stop')
  session.disconnect()
  const { guard, all } = looksAt(profile)
  return (guard / all) * 100
}

/**
 * How often the process was seen at work, and how often in the guard: what is built in counts for who called it.
 *
 * Looks are counted, not the time between them: on a busy machine that is mostly somebody else's.
 *
 * @param {import('node:inspector').Profiler.Profile} profile
 */
function looksAt({ nodes, samples = [] }) {
  const owners = ownersOf(nodes)
  const seen = samples.map((id) => owners.get(id)).filter((owner) => owner !== 'idle')
  return { guard: seen.filter((owner) => owner === 'guard').length, all: seen.length }
}

/** Whose time each node of a profile is. @param {readonly import('node:inspector').Profiler.ProfileNode[]} nodes */
function ownersOf(nodes) {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])))
  /** @type {Map<number, 'guard' | 'idle' | 'others'>} */
  const owners = new Map()
  // A parent stands before its children.
  for (const { id, callFrame } of nodes) {
    const { url, functionName } = callFrame
    const above = owners.get(parents.get(id) ?? 0) ?? 'others'
    if (functionName === '(idle)') owners.set(id, 'idle')
    else if (url === '' || url.startsWith('wasm:')) owners.set(id, above)
    else owners.set(id, url.startsWith(own) ? 'guard' : 'others')
  }
  return owners
}
