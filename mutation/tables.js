// @ts-check
import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chai, JestAsymmetricMatchers, JestChaiExpect, JestExtend } from '@vitest/expect'
import { collectTests, getFn } from '@vitest/runner'
import { createViteServer } from 'vitest/node'

// The tables alone. Generated damage would notice more, but it would hide that no row speaks of it.
const folders = [
  'core/src/engine',
  'core/src/rules',
  'core/src/formats',
  'test/engine',
  'test/corpus',
  'test/reference',
  'test/conformance',
  'test/compact',
]
const doors = ['core/src/choose.test.ts', 'core/src/door.test.ts', 'core/src/follow.test.ts']

// Rows that take long and speak of no fault, and every promise under each policy: `keep` speaks for the others.
const left = [
  /^test\/conformance\/junk\./,
  /^test\/engine\/(note-ids|growing-scan)\./,
  /^test\/compact\/(promises|stages)\./,
  /however deep|whatever the seed|any document from any other|whatever is sent to whomever/,
  /(keeps every promise|comes back as it is) under (drop|drop-turn|report)$/,
]

const words = fileURLToPath(new URL('words.js', import.meta.url))

chai.use(JestExtend)
chai.use(JestChaiExpect)
chai.use(JestAsymmetricMatchers)

/**
 * @typedef {object} Row
 * @property {string} id
 * @property {string} name
 * @property {ReadonlySet<string>} about The files that its table imports or is named after, without their folders.
 * @property {() => unknown} run
 */

/** The tables of a checkout, loaded into this process: a row is a function that throws. */
export class Tables {
  /** @param {string} root */
  constructor(root) {
    this.root = root
  }

  async open() {
    this.server = await createViteServer({
      root: this.root,
      configFile: false,
      logLevel: 'error',
      appType: 'custom',
      server: { middlewareMode: true, hmr: false, ws: false, watch: null },
      optimizeDeps: { noDiscovery: true },
      plugins: [withoutCasts],
      resolve: { alias: { '@mortise/core': `${this.root}/core/src/index.ts`, vitest: words } },
    })
    this.runner = /** @type {import('vite').RunnableDevEnvironment} */ (this.server.environments.ssr).runner
  }

  /**
   * Everything anew, as a fresh process would load it.
   * @returns {Promise<Row[]>}
   */
  async load() {
    this.runner?.clearCache()
    await this.runner?.import(`${this.root}/test/setup.ts`)
    const files = await collectTests(filesIn(this.root), /** @type {any} */ (this.host()))
    for (const { result } of files) if (result?.state === 'fail') throw new Error(result.errors?.[0]?.message)
    return files
      .flatMap((file) => rowsOf(file, this.root))
      .filter(({ id }) => !left.some((not) => not.test(id)))
  }

  host() {
    return {
      config: {
        root: this.root,
        setupFiles: [],
        sequence: { hooks: 'stack' },
        tags: [],
        testTimeout: 0,
        hookTimeout: 0,
      },
      importFile: (/** @type {string} */ path) => this.runner?.import(path),
      trace: (/** @type {string} */ _name, /** @type {unknown} */ _facts, /** @type {() => unknown} */ act) =>
        act(),
    }
  }

  async close() {
    await this.server?.close()
  }
}

// Stryker prints `(one as number) < two` without the brackets, and nobody can read that.
const withoutCasts = {
  name: 'without-casts',
  enforce: /** @type {const} */ ('pre'),
  transform: (/** @type {string} */ code) => code.replaceAll(/ as number\b(?!\[)/g, ''),
}

/** @param {string} root */
function filesIn(root) {
  const all = folders.flatMap((folder) =>
    readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' }).map(
      (name) => `${folder}/${name}`,
    ),
  )
  const tables = all.filter((path) => path.endsWith('.test.ts') && !left.some((not) => not.test(path)))
  return [...doors, ...tables.sort()].map((path) => `${root}/${path}`)
}

/**
 * @param {import('@vitest/runner').File} file
 * @param {string} root
 * @returns {Row[]}
 */
function rowsOf(file, root) {
  const path = file.filepath.slice(root.length + 1)
  const about = aboutIn(file.filepath)
  const seen = new Map()
  return testsIn(file).map(({ test, name }) => {
    const before = seen.get(name) ?? 0
    seen.set(name, before + 1)
    const run = getFn(test)
    return {
      id: `${path}#${name}${before === 0 ? '' : ` (${before + 1})`}`,
      name,
      about,
      run: () => run(),
    }
  })
}

/**
 * The files that a table speaks of.
 * @param {string} path
 * @returns {ReadonlySet<string>}
 */
function aboutIn(path) {
  const imports = readFileSync(path, 'utf8').matchAll(/ from '\.[^']*\/([\w-]+)\.ts'/g)
  return new Set([basename(path, '.test.ts'), ...[...imports].map(([, name = '']) => name)])
}

/**
 * @param {import('@vitest/runner').Suite} suite
 * @returns {{ readonly test: import('@vitest/runner').Test, readonly name: string }[]}
 */
function testsIn(suite) {
  return suite.tasks.flatMap((task) => {
    const inside = task.type === 'suite' ? testsIn(task) : [{ test: task, name: '' }]
    return inside.map(({ test, name }) => ({ test, name: `${task.name} ${name}`.trim() }))
  })
}
