import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { mortise } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'mortise-start-'))
afterAll(() => rmSync(folder, { recursive: true }))

const modules = 'app/dist/main.js'
const bundle = 'app/dist/bundle/main.cjs'
const appBuild = 'app/dist/.tsbuildinfo'
const coreBuild = 'core/dist/.tsbuildinfo'
const code = `app/dist/bundle/code-${process.version}-${process.arch}/main.cjs`

/** What there is, oldest first, and what is loaded then. */
const copies: readonly (readonly [name: string, files: readonly string[], loaded: string])[] = [
  ['a fresh bundle', [modules, coreBuild, appBuild, bundle], bundle],
  ['the app compiled since', [coreBuild, bundle, modules, appBuild], modules],
  ['core compiled since', [modules, appBuild, bundle, coreBuild], modules],
  ['as published', [modules, bundle], bundle],
  ['as published, with code that is none', [modules, bundle, code], bundle],
  ['never bundled', [coreBuild, modules, appBuild], modules],
]

test.each(copies)('%s', (name, files, loaded) => {
  const { stdout, status } = runCopy(name, files)
  expect({ stdout, status }).toEqual({ stdout: loaded, status: 0 })
})

test('a copy that is not built says so', () => {
  const { stderr, status } = runCopy('nothing', [])
  expect({ stderr, status }).toEqual({
    stderr: 'mortise: This copy is not built yet.\nhint: npm run build\n',
    status: 70,
  })
})

test('the version is told without loading the engine', () => {
  const probe = join(folder, 'probe.cjs')
  writeFileSync(
    probe,
    `const fs = require('node:fs')
     const read = fs.readFileSync
     let count = 0
     fs.readFileSync = (path, ...rest) => {
       if (/bundle.[^/\\\\]+[.]cjs$/.test(String(path))) count++
       return read(path, ...rest)
     }
     process.on('exit', () => console.log(count))`,
  )
  const { stdout } = mortise(['--version'], { environment: { NODE_OPTIONS: `--require ${probe}` } })
  // The start, what loads pieces, the quoting, the marks and the nearest names that all share, and the version; where the bundle is not
  // fresh, nothing.
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n[06]\n$/)
})

function runCopy(
  name: string,
  files: readonly string[],
): { stdout: string; stderr: string; status: number | null } {
  const copy = join(folder, name)
  cpSync(fileURLToPath(new URL('../../app/bin', import.meta.url)), join(copy, 'app/bin'), { recursive: true })
  for (const [age, file] of files.entries()) {
    const path = join(copy, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, `process.stdout.write(${JSON.stringify(file)})`)
    utimesSync(path, age, age + 1)
  }
  return spawnSync(process.execPath, [join(copy, 'app/bin/mortise.js')], { encoding: 'utf8' })
}
