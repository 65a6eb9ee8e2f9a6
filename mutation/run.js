// @ts-check
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { scoreOf, tableOf, verdicts } from './verdicts.js'

const exits = { survived: 1, usage: 2 }
const folders = ['core/src/rules', 'core/src/engine']
const wanted = 80
// Stryker writes down what it found when it is done: a run that is stopped loses no more than the files of one.
const perRun = 12

const root = fileURLToPath(new URL('..', import.meta.url))
const stryker = fileURLToPath(new URL('node_modules/@stryker-mutator/core/bin/stryker.js', import.meta.url))

process.exitCode = run(process.argv.slice(2))

/** @param {readonly string[]} named Files to change; none: the whole engine and all rules. */
function run(named) {
  if (!existsSync(stryker)) {
    process.stderr.write('mutation: its tools are not installed.\n  hint: npm ci --prefix mutation\n')
    return exits.usage
  }
  const files = named.length === 0 ? folders.flatMap(sourcesIn) : [...named]
  for (let start = 0; start < files.length; start += perRun) {
    const mutate = files.slice(start, start + perRun).join(',')
    const { status } = spawnSync(
      process.execPath,
      [stryker, 'run', 'mutation/stryker.json', '--mutate', mutate],
      {
        cwd: root,
        stdio: 'inherit',
      },
    )
    if (status !== 0) return status ?? exits.survived
  }
  const judged = verdicts(root, files)
  process.stdout.write(`${tableOf(judged)}\n`)
  return scoreOf(judged) < wanted ? exits.survived : 0
}

/** @param {string} folder */
function sourcesIn(folder) {
  const names = readdirSync(`${root}${folder}`).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  )
  return names.sort().map((name) => `${folder}/${name}`)
}
