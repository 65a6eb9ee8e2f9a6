import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drawing } from './svg.js'

const bin = fileURLToPath(new URL('../../app/bin/mortise.js', import.meta.url))
const columns = 92
// The command believes that it writes to a terminal: it wraps its lines and paints them as for a person.
const terminal = `data:text/javascript,process.stdout.isTTY=true;process.stdout.columns=${columns}`

const session = '7f3a9d10-1111-4222-8333-444455556666'

/** A picture of `doctor` and `repair`, drawn from their real output on one broken session. */
export function picture() {
  const home = mkdtempSync(join(tmpdir(), 'mortise-picture-'))
  try {
    writeSession(home)
    return drawing([...shown(home, ['doctor']), '', ...shown(home, ['repair', '7f3a', '--yes'])], columns)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

/** A command line and the lines that the command prints to standard output. */
function shown(home, words) {
  const { stdout, error } = spawnSync(process.execPath, ['--import', terminal, bin, ...words], {
    env: { PATH: process.env.PATH, HOME: home, npm_command: 'exec' },
    encoding: 'utf8',
  })
  if (error !== undefined) throw error
  return [`$ npx mortise ${words.join(' ')}`, ...withFixedIds(stdout).trimEnd().split('\n')]
}

/** Operation ids are random: the picture always shows the same one. */
function withFixedIds(text) {
  const [, operation] = /operation (\w+)/.exec(text) ?? []
  return operation === undefined ? text : text.replaceAll(operation, 'fed4e25d')
}

/** Writes a session of OpenClaw that was stopped while a command ran, and then went on: its API refuses the rest. */
function writeSession(home) {
  const folder = join(home, '.openclaw/agents/main/sessions')
  const file = join(folder, `${session}.jsonl`)
  const command = { command: 'npm test -- checkout' }
  const call = { type: 'toolCall', id: 'call_01LqvX7dLkN', name: 'exec', arguments: command }
  const model = { api: 'openai-completions', provider: 'deepseek', model: 'deepseek-chat' }
  const records = [
    { type: 'session', version: 3, id: session, timestamp, cwd: '/src/shop' },
    record('00000001', null, { role: 'user', content: 'fix checkout retries' }),
    record('00000002', '00000001', { role: 'assistant', content: [call], ...model, stopReason: 'toolUse' }),
    record('00000003', '00000002', { role: 'user', content: 'look at the retry limit instead' }),
  ]
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, records.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const seconds = Date.now() / 1000 - 4.5 * 60
  utimesSync(file, seconds, seconds)
}

const timestamp = '2026-05-01T10:00:00.000Z'

function record(id, parentId, message) {
  return { type: 'message', id, parentId, timestamp, message: { ...message, timestamp: 1 } }
}
