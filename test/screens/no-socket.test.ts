import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { broken, makeHome } from '../sessions/home.ts'
import { folderWith, mortise } from './run.ts'

// Loaded before the command: writes down whoever asks for a connection, a name, another program, or a library of the gateway.
const guard = `
const { appendFileSync } = require('node:fs')
const note = (what) => appendFileSync(process.env.NOTES, what + '\\n')
const net = require('node:net')
const connect = net.Socket.prototype.connect
net.Socket.prototype.connect = function (...words) { note('connect'); return connect.apply(this, words) }
const listen = net.Server.prototype.listen
net.Server.prototype.listen = function (...words) { note('listen'); return listen.apply(this, words) }
for (const [name, members] of [['dns', ['lookup', 'resolve']], ['dgram', ['createSocket']], ['child_process', ['spawn', 'spawnSync', 'execFile']]]) {
  const real = require('node:' + name)
  for (const member of members) { const call = real[member]; real[member] = (...words) => { note(name + '.' + member); return call(...words) } }
}
const Module = require('node:module')
const load = Module._load
Module._load = function (id, ...rest) {
  if (/^(?:pino|prom-client|yaml|jsonc-parser|zod|@smithy|@opentelemetry)/.test(id)) note('loads ' + id)
  return load.call(this, id, ...rest)
}
globalThis.fetch = () => { note('fetch'); return Promise.reject(new Error('no network')) }
note('guarded')
`
const folder = folderWith({ 'guard.cjs': guard })

test.each([
  [['doctor']],
  [['repair', '7f3a', '--yes']],
  [['compact', '7f3a', '--yes', '--fraction', '0.6']],
  [['undo']],
  [['clean', '--tools', '*', '--yes']],
  [['sessions']],
  [['show', '7f3a']],
  [['log']],
])('no socket is opened, and no library of the gateway loaded, by %j', (words) => {
  const home = makeHome()
  home.write('-w-app/7f3a9d10.jsonl', broken)
  const notes = join(folder, `notes-${words[0]}`)
  writeFileSync(notes, '')
  const { exit } = mortise([...words, '--home', home.folder], {
    environment: { NODE_OPTIONS: `--require ${join(folder, 'guard.cjs')}`, NOTES: notes },
  })
  expect([0, 1]).toContain(exit)
  expect(existsSync(notes)).toBe(true)
  expect(readFileSync(notes, 'utf8')).toBe('guarded\n')
})
