// @ts-check
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromiumPath, howToGet } from './window/chromium.js'

// Checks and runs the tests of folders that have packages of their own, as far as these are installed:
// `node test/run-apart.js clients fleet window`. At the end it says what was not run, and the command that installs it.

const root = fileURLToPath(new URL('..', import.meta.url))

/** @type {Readonly<Record<string, { variable: string, what: string, needs: string }>>} */
const kinds = {
  clients: { variable: 'MORTISE_CLIENTS', what: 'the guards with real clients', needs: 'the clients' },
  fleet: { variable: 'MORTISE_FLEET', what: 'the fleet on a real PostgreSQL server', needs: 'the server' },
  window: {
    variable: 'MORTISE_WINDOW',
    what: 'the page in a real browser',
    needs: 'a browser and its driver',
  },
}

/** @type {string[]} */
const left = []
let exit = 0
for (const name of process.argv.slice(2)) {
  const missing = await missingOf(name)
  if (missing === undefined) exit ||= check(name)
  else left.push(missing)
}
if (left.length > 0) {
  const line = '='.repeat(78)
  console.log(`\n${line}\nNOT RUN, because packages are missing:\n\n${left.join('\n\n')}\n${line}`)
}
// A machine that must run everything fails without them.
process.exitCode = exit === 0 && left.length > 0 && process.env.CI === 'true' ? 1 : exit

/** What is not run, and how to get what it needs; undefined where all is there. @param {string} name */
async function missingOf(name) {
  const { what, needs } = kinds[name] ?? unknown(name)
  const again = `npm run test:${name}`
  if (!existsSync(join(root, 'test', name, 'node_modules/.package-lock.json')))
    return `  ${what}. To install ${needs} and run it:\n  npm ci --prefix test/${name} && ${again}`
  if (name === 'window' && (await chromiumPath()) === undefined)
    return `  ${what}: there is no browser.\n  ${howToGet}; then ${again}`
  return undefined
}

/** @param {string} name @returns {never} */
function unknown(name) {
  throw new Error(`There is no folder \`${name}\` of tests with packages of its own.`)
}

/** @param {string} name @returns {number} */
function check(name) {
  return (
    run('typescript', 'bin/tsc', ['-p', join(root, 'test', name)], {}) ||
    run('vitest', 'vitest.mjs', ['run'], { [(kinds[name] ?? unknown(name)).variable]: '1' })
  )
}

/** @param {string} tool @param {string} file @param {readonly string[]} args @param {Record<string, string>} environment */
function run(tool, file, args, environment) {
  // Of the root: a package of the folder may bring an older compiler of its own.
  const at = dirname(createRequire(join(root, 'package.json')).resolve(`${tool}/package.json`))
  const env = { ...process.env, ...environment }
  return (
    spawnSync(process.execPath, [join(at, file), ...args], { cwd: root, env, stdio: 'inherit' }).status ?? 1
  )
}
