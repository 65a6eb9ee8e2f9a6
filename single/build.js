// @ts-check
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { inject } from 'postject'
import { rolldown } from 'rolldown'

// Makes one executable file of a Node (22.13 or later: it has SQLite) and of all that Mortise needs at run time. The
// Node of another platform is named by `--node`; `--with` then names one of the same version that runs here.
const { values } = parseArgs({
  options: { node: { type: 'string' }, with: { type: 'string' }, output: { type: 'string', short: 'o' } },
})
const node = resolve(values.node ?? process.execPath)
const runner = resolve(values.with ?? node)
const output = resolve(values.output ?? 'mortise')

const app = fileURLToPath(new URL('../app/', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'mortise-single-'))
try {
  const main = await bundled('main', 'dist/main.js')
  const assets = {
    'package.json': join(app, 'package.json'),
    'worker.cjs': await bundled('worker', 'dist/transition/worker.js'),
    'aside.cjs': await bundled('aside', 'dist/gateway/aside/worker.js'),
    ...pageAssets(),
  }
  const list = join(folder, 'assets.json')
  writeFileSync(list, JSON.stringify(Object.keys(assets)))
  const blob = join(folder, 'blob')
  const config = join(folder, 'config.json')
  writeFileSync(
    config,
    JSON.stringify({
      main,
      output: blob,
      disableExperimentalSEAWarning: true,
      assets: { ...assets, 'assets.json': list },
    }),
  )
  execFileSync(runner, ['--experimental-sea-config', config], { stdio: ['ignore', 'ignore', 'inherit'] })
  mkdirSync(dirname(output), { recursive: true })
  copyFileSync(node, output)
  await inject(output, 'NODE_SEA_BLOB', readFileSync(blob), {
    sentinelFuse: 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2',
    machoSegmentName: 'NODE_SEA',
  })
  chmodSync(output, 0o755)
} finally {
  rmSync(folder, { recursive: true })
}

/** One file of the compiled program and its packages; returns its path. @param {string} name @param {string} entry */
async function bundled(name, entry) {
  const file = join(folder, `${name}.cjs`)
  // The field `module`: the other form of jsonc-parser asks for its own files when it runs.
  // Neither external can lie in the file: both are libraries of the machine, and Node has its own SQLite.
  const bundle = await rolldown({
    input: join(app, entry),
    platform: 'node',
    external: ['libsql', 'pg-native'],
    resolve: { mainFields: ['module', 'main'] },
  })
  await bundle.write({ file, format: 'cjs', codeSplitting: false })
  await bundle.close()
  return file
}

/** The files of the page, by their paths in the package. */
function pageAssets() {
  const page = join(app, 'dist/page')
  const files = readdirSync(page, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
  const paths = files.map((file) => join(file.parentPath, file.name))
  return Object.fromEntries(paths.map((path) => [path.slice(app.length).replaceAll('\\', '/'), path]))
}
