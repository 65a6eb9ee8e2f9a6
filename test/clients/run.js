// @ts-check
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Checks and runs what holds the guards against real clients, where these are installed.
const here = fileURLToPath(new URL('.', import.meta.url))
const root = join(here, '../..')
process.exitCode = existsSync(join(here, 'node_modules/.package-lock.json')) ? runAll() : skip()

function runAll() {
  return run('typescript', 'bin/tsc', ['-p', here]) || run('vitest', 'vitest.mjs', ['run'])
}

/** @param {string} name @param {string} file @param {readonly string[]} args */
function run(name, file, args) {
  // Of the root: a package here may bring an older compiler of its own.
  const folder = dirname(createRequire(join(root, 'package.json')).resolve(`${name}/package.json`))
  const env = { ...process.env, MORTISE_CLIENTS: '1' }
  const command = [join(folder, file), ...args]
  return spawnSync(process.execPath, command, { cwd: root, env, stdio: 'inherit' }).status ?? 1
}

/** Says why nothing is tested; where everything has to be, that is a failure. */
function skip() {
  const isNeeded = process.env.CI === 'true'
  const verdict = isNeeded
    ? 'CI must have the clients'
    : 'skipped: the guards were not held against real clients'
  process.stdout.write(`${verdict}; \`npm ci --prefix test/clients\` installs them.\n`)
  return isNeeded ? 1 : 0
}
