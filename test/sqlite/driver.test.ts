import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { header, user } from '../stores/pi-records.ts'
import { makeRowHome, type RowHome } from './home.ts'

const folder = mkdtempSync(join(tmpdir(), 'mortise-driver-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A module that is loaded before the command: there is no driver, and whoever asks for one is told of. */
const hook = join(folder, 'no-driver.cjs')
writeFileSync(
  hook,
  `const Module = require('node:module')
  const isDriver = (name) => /^(?:node:sqlite|libsql)$/.test(name)
  const told = (name) => process.stderr.write('asked for ' + name + '\\n')
  const { _load } = Module
  Module._load = function (name, ...more) {
    if (isDriver(name)) { told(name); throw Object.assign(new Error('none'), { code: 'MODULE_NOT_FOUND' }) }
    return _load.call(this, name, ...more)
  }
  const { getBuiltinModule } = process
  process.getBuiltinModule = (name) => isDriver(name) ? void told(name) : getBuiltinModule(name)`,
)

const program = fileURLToPath(new URL('../../app/bin/mortise.js', import.meta.url))

function run(...words: readonly string[]): Promise<{ readonly out: string; readonly error: string }> {
  const env = { ...process.env, HOME: folder, NO_COLOR: '1' }
  return new Promise((resolve) => {
    execFile(process.execPath, ['--require', hook, program, ...words], { env }, (_, out, error) =>
      resolve({ out, error }),
    )
  })
}

let home: RowHome
beforeEach(() => {
  home = makeRowHome()
  home.add('s', [header({ id: 's' }), user('u1', null, 'hello')])
})
afterEach(() => home.remove())

describe('a machine without a driver', () => {
  test('is not asked for one where there is no database', async () => {
    const { error } = await run('doctor', '--home', join(folder, 'empty'))
    expect(error).not.toContain('asked for')
  })

  test('is told what to install where there is one, and exits as usual', async () => {
    const { out } = await run('doctor', '--home', home.folder, '--json')
    const { closed } = JSON.parse(out) as { readonly closed: readonly object[] }
    expect(closed).toEqual([
      {
        code: 'no-driver',
        message: `\`${home.database}\` is a database, which Node ${process.version} cannot read: use Node 22.13 or later, or run \`npm install libsql\` where Mortise is installed.`,
      },
    ])
  })
})
