import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { formats } from '@mortise/core'
import { afterAll, describe, expect, test } from 'vitest'
import { emptyFolder, npm, packAll, removeFolder } from '../tarballs.ts'

// Packed and installed as a stranger would: nothing but the two tarballs is there.
const folder = emptyFolder()
afterAll(() => removeFolder(folder))
const { core, app } = packAll(folder)
const project = join(folder, 'project')
mkdirSync(project)
writeFileSync(join(project, 'package.json'), '{"name":"stranger","private":true}\n')
npm(project, 'install', '--prefer-offline', '--no-audit', '--no-fund', core.path, app.path)

const open =
  '[{"role":"user","content":"go"},{"role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"f","input":{}}]}]'
const use = `
const fixed = repair(${open}, { api: 'anthropic' })
console.log(fixed.report.found.map((finding) => finding.rule).join(), fixed.report.left.length)`

function run(words: readonly string[]): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: project, encoding: 'utf8' })
  return { status, stdout, stderr }
}

describe.each([
  ['@mortise/core', core.files],
  ['mortise', app.files],
])('%s', (_, files) => {
  test('carries what people look for on a package page', () => {
    expect(files).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'package.json']))
  })

  test('carries no tests, no sources and nothing compiled for one machine', () => {
    expect(files.filter((path) => /\.test\.|^src\/|tsbuildinfo|bundle\/code-/.test(path))).toEqual([])
  })
})

test('the page ships with the command', () => {
  expect(app.files).toEqual(expect.arrayContaining(['dist/page/index.html', 'dist/page/index.js']))
})

test.each(['core', 'app'])('%s is under the licence of the project', (workspace) => {
  const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
  expect(read(`${workspace}/LICENSE`)).toBe(read('LICENSE'))
})

test('the command runs', () => {
  const bin = join(project, 'node_modules/.bin/mortise')
  expect(existsSync(bin)).toBe(true)
  const file = join(project, 'broken.json')
  writeFileSync(file, open)
  const { status, stdout } = run([bin, 'check', 'broken.json', '--api', 'anthropic'])
  expect({ status, rule: /call-without-result/.test(stdout) }).toEqual({ status: 1, rule: true })
})

describe.each(['mortise', '@mortise/core'])('the library, as `%s`', (name) => {
  test('is imported', () => {
    writeFileSync(join(project, 'program.mjs'), `import { repair } from '${name}'${use}`)
    expect(run(['program.mjs']).stdout).toBe('call-without-result 0\n')
  })

  test('is required', () => {
    writeFileSync(join(project, 'program.cjs'), `const { repair } = require('${name}')${use}`)
    expect(run(['--disable-warning=ExperimentalWarning', 'program.cjs'])).toEqual({
      status: 0,
      stdout: 'call-without-result 0\n',
      stderr: '',
    })
  })
})

describe('the doors of @mortise/core', () => {
  const { exports } = JSON.parse(
    readFileSync(join(project, 'node_modules/@mortise/core/package.json'), 'utf8'),
  ) as { exports: Readonly<Record<string, unknown>> }
  const named = Object.keys(exports).filter((name) => !/package\.json|\*/.test(name))
  const doors = [...named, ...formats.map((format) => `./${format.name}`)].map(
    (name) => `@mortise/core${name.slice(1)}`,
  )
  // Tells each file of the package that is read.
  writeFileSync(
    join(project, 'tell.mjs'),
    `export async function load(url, context, next) {
      if (url.includes('/@mortise/core/')) process._rawDebug(url)
      return next(url, context)
    }`,
  )
  writeFileSync(
    join(project, 'telling.mjs'),
    `import { register } from 'node:module'\nregister('./tell.mjs', import.meta.url)`,
  )

  test.each(doors)('%s reads a handful of files', (door) => {
    const { status, stderr } = run([
      '--import',
      './telling.mjs',
      '--input-type=module',
      '-e',
      `import '${door}'`,
    ])
    const files = stderr.trim().split('\n')
    expect({ status, strange: files.filter((file) => !file.includes('/@mortise/core/dist/doors/')) }).toEqual(
      {
        status: 0,
        strange: [],
      },
    )
    expect(files.length).toBeLessThanOrEqual(door.split('/').length === 2 || door.includes('guard') ? 20 : 10)
  })

  test('hold the same things: nothing is there twice', () => {
    const code = `
      const [whole, ...others] = await Promise.all(${JSON.stringify(doors)}.map((door) => import(door)))
      const books = others.flatMap(({ rulebooks = [] }) => rulebooks)
      console.log(books.length > 30, books.filter((book) => !whole.rulebooks.includes(book)).length)`
    expect(run(['--input-type=module', '-e', code])).toEqual({ status: 0, stdout: 'true 0\n', stderr: '' })
  })
})

test.each([
  ['program.mts', 'module'],
  ['program.cts', 'commonjs'],
])('types are found from %s', (file) => {
  const code = `
import { repair, type Finding } from 'mortise'
import { repair as same } from '@mortise/core'
import { guard } from '@mortise/core/guard'
import { openSession } from 'mortise/sessions'
const found: readonly Finding[] = repair([], { api: 'anthropic' }).report.found
// @ts-expect-error: a policy that does not exist
repair([], { policy: 5 })
export { found, guard, openSession, same }
`
  writeFileSync(join(project, file), code)
  const types = join(project, 'node_modules/@types')
  mkdirSync(types, { recursive: true })
  const nodeTypes = fileURLToPath(new URL('../../node_modules/@types/node', import.meta.url))
  if (!existsSync(join(types, 'node'))) symlinkSync(nodeTypes, join(types, 'node'), 'junction')
  const compiler = dirname(createRequire(import.meta.url).resolve('typescript/package.json'))
  const options = ['--noEmit', '--strict', '--module', 'node20', '--target', 'es2023', '--types', 'node']
  const { status, stdout } = run([join(compiler, 'bin/tsc'), ...options, file])
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' })
})
