// @ts-check
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Checks and runs the tests of a folder that has packages of its own, where these are installed.
 *
 * @param {string} name the folder in `test`
 * @param {Readonly<Record<string, string>>} environment the variables that pick its tests
 * @param {{ needs: string, without: string }} words the packages, and the checks that are left out without them
 */
export function runApart(name, environment, { needs, without }) {
  const folder = join(root, 'test', name)
  if (existsSync(join(folder, 'node_modules/.package-lock.json')))
    return run('typescript', 'bin/tsc', ['-p', folder]) || run('vitest', 'vitest.mjs', ['run'])
  const isNeeded = process.env.CI === 'true'
  const verdict = isNeeded ? `CI must have ${needs}` : `skipped: ${without}`
  process.stdout.write(`${verdict}; \`npm ci --prefix test/${name}\` installs them.\n`)
  return isNeeded ? 1 : 0

  /** @param {string} tool @param {string} file @param {readonly string[]} args */
  function run(tool, file, args) {
    // Of the root: a package of the folder may bring an older compiler of its own.
    const at = dirname(createRequire(join(root, 'package.json')).resolve(`${tool}/package.json`))
    const env = { ...process.env, ...environment }
    return (
      spawnSync(process.execPath, [join(at, file), ...args], { cwd: root, env, stdio: 'inherit' }).status ?? 1
    )
  }
}
