// @ts-check
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { must } from './harness.js'

/** Writes sessions of OpenClaw into a home; each has 20 turns, 5 of them with a call. @param {string} home @param {number} count @returns {string} The folder of the sessions. */
export function writeHome(home, count) {
  const folder = join(home, '.openclaw/agents/main/sessions')
  mkdirSync(folder, { recursive: true })
  for (let number = 0; number < count; number++) {
    const path = join(folder, `${number}.jsonl`)
    writeFileSync(path, session(number))
    utimesSync(path, 1e9, 1e9)
  }
  return folder
}

/** Whether nothing is left of any call. @param {string} folder @param {number} count */
export function mustBeClean(folder, count) {
  const names = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
  must(names.length === count, `${names.length} of ${count} sessions are there`)
  const first = names.find((name) => /toolCall|toolResult/.test(readFileSync(join(folder, name), 'utf8')))
  must(first === undefined, `${first} still holds a call or a result`)
}

/** @param {number} number */
function session(number) {
  const time = '2026-02-09T01:00:00.000Z'
  /** @type {object[]} */
  const records = [{ type: 'session', version: 3, id: `s${number}`, timestamp: time, cwd: '/w' }]
  /** @type {string | null} */
  let parentId = null
  const add = (/** @type {object} */ message) => {
    const id = String(records.length).padStart(8, '0')
    records.push({ type: 'message', id, parentId, timestamp: time, message })
    parentId = id
  }
  const maker = {
    api: 'anthropic-messages',
    provider: 'anthropic',
    model: 'claude-x',
    usage: {},
    timestamp: 2,
  }
  const says = (/** @type {string} */ text) => ({ type: 'text', text })
  for (let turn = 0; turn < 20; turn++) {
    add({ role: 'user', content: [says(`question ${turn} ${'word '.repeat(20)}`)], timestamp: 1 })
    if (turn % 4 === 0) {
      const call = { type: 'toolCall', id: `c${turn}`, name: 'exec', arguments: { command: 'ls' } }
      add({ role: 'assistant', content: [says('ok'), call], ...maker, stopReason: 'toolUse' })
      const answered = { toolCallId: `c${turn}`, toolName: 'exec', details: {}, isError: false, timestamp: 3 }
      add({ role: 'toolResult', ...answered, content: [says('out '.repeat(100))] })
    }
    add({ role: 'assistant', content: [says(`answer ${'word '.repeat(60)}`)], ...maker, stopReason: 'stop' })
  }
  return records.map((record) => `${JSON.stringify(record)}\n`).join('')
}
