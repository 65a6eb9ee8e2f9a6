// @ts-check
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const exits = { usage: 2 }

const root = fileURLToPath(new URL('..', import.meta.url))
const stryker = fileURLToPath(new URL('node_modules/@stryker-mutator/core/bin/stryker.js', import.meta.url))

process.exitCode = run(process.argv.slice(2))

/** @param {readonly string[]} files Those to change; none: the whole engine and all rules. */
function run(files) {
  if (!existsSync(stryker)) {
    process.stderr.write('mutation: its tools are not installed.\n  hint: npm ci --prefix mutation\n')
    return exits.usage
  }
  const only = files.length === 0 ? [] : ['--mutate', files.join(',')]
  const { status } = spawnSync(process.execPath, [stryker, 'run', 'mutation/stryker.json', ...only], {
    cwd: root,
    stdio: 'inherit',
  })
  return status ?? 1
}
