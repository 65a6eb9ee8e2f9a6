// @ts-check
import { existsSync, readdirSync } from 'node:fs'
import { register } from 'node:module'
import { startSandbox } from 'mortise/sandbox'

// Runs an example against a provider on this machine, with the clients that are installed for the tests.
const at = (/** @type {string} */ path) => new URL(path, import.meta.url)
const names = readdirSync(at('.')).flatMap((file) => (file === 'run.js' ? [] : file.replace(/\.js$/, '')))
const [name = ''] = process.argv.slice(2)

if (!names.includes(name)) refuse(`Name one of the examples: ${names.join(', ')}.`)
else if (!existsSync(at('../../test/clients/node_modules')))
  refuse('The clients are not installed; `npm ci --prefix test/clients` installs them.')
else await run(name)

/** @param {string} example */
async function run(example) {
  register('../../test/clients/resolve.js', import.meta.url)
  const sandbox = await startSandbox()
  process.env.PROVIDER_URL = sandbox.url
  try {
    await import(`./${example}.js`)
  } finally {
    await sandbox.close()
  }
}

/** @param {string} sentence */
function refuse(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exitCode = 2
}
