// @ts-check
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { clients } from './guard-clients.js'
import { must } from './harness.js'
import { optional } from './optional.js'

export const title =
  'A guarded client and sound requests of 500 KB: the guard’s own time in percent of the process’s CPU'

/** @param {import('./harness.js').Settings} settings */
export async function measure({ rounds, isQuick }) {
  const guards = await optional('guard/index.js')
  const isThere = existsSync(new URL('../test/clients/node_modules', import.meta.url))
  const names = clients.map(({ name, bar }) => ({ what: name, values: [], bar }))
  if (guards === undefined || !isThere) return names.map((row) => ({ ...row, state: 'absent' }))
  const provider = fork(fileURLToPath(new URL('guard-provider.js', import.meta.url)))
  const [url] = await once(provider, 'message')
  try {
    const rows = []
    for (const row of names) {
      const settings = { name: row.what, url, rounds, count: isQuick ? 80 : 150 }
      rows.push({ ...row, values: await measureApart(settings) })
    }
    return rows
  } finally {
    provider.disconnect()
  }
}

/** Each client in a process of its own, as most programs have one. @param {object} settings @returns {Promise<number[]>} */
async function measureApart(settings) {
  const child = fork(fileURLToPath(new URL('guard-share.js', import.meta.url)), [JSON.stringify(settings)])
  /** @type {number[]} */
  let values = []
  child.on('message', (message) => {
    values = /** @type {number[]} */ (message)
  })
  await once(child, 'close')
  must(values.length > 0, `${JSON.stringify(settings)} ended without an answer`)
  return values
}
