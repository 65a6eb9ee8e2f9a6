// @ts-check
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { sampleLines } from './sample.js'

// Few files, and CommonJS: a hundred modules and the loader of ES modules take longer to load than a session of
// 1 MB takes to check. Names stay as they are, for stacks that can be read.
const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url))

rmSync(at('dist/bundle'), { recursive: true, force: true })
// Libraries of the gateway stay packages of their own: few commands load them.
const { dependencies } = JSON.parse(readFileSync(at('package.json'), 'utf8'))
const external = Object.keys(dependencies).filter((name) => name !== '@mortise/core')
const input = {
  main: at('dist/main.js'),
  worker: at('dist/transition/worker.js'),
  aside: at('dist/gateway/aside/worker.js'),
}
const bundle = await rolldown({ input, platform: 'node', external })
const { output } = await bundle.write({
  dir: at('dist/bundle'),
  format: 'cjs',
  entryFileNames: '[name].cjs',
  chunkFileNames: '[name]-[hash].cjs',
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
})
await bundle.close()
for (const { fileName } of output) toAscii(at(`dist/bundle/${fileName}`))

// What is looked at most often: a file, all sessions for the first time, and once more.
const folder = mkdtempSync(join(tmpdir(), 'mortise-bundle-'))
const sessions = join(folder, '.claude', 'projects', '-sample')
const sample = join(sessions, 'sample.jsonl')
mkdirSync(sessions, { recursive: true })
writeFileSync(sample, sampleLines())
keepCode(['check', sample])
keepCode(['doctor', '--home', folder])
keepCode(['doctor', '--home', folder])
rmSync(folder, { recursive: true })

/** Runs the command, so that what this Node compiles of it is there from then on. @param {readonly string[]} words */
function keepCode(words) {
  const { NODE_OPTIONS: _, ...env } = process.env
  try {
    execFileSync(process.execPath, [at('keep-code.cjs'), ...words], { env, stdio: 'ignore' })
  } catch (error) {
    // The sample has faults.
    if (/** @type {{ status?: number }} */ (error).status !== 1) throw error
  }
}

/** Plain ASCII needs no decoding at each start. @param {string} path */
function toAscii(path) {
  const escaped = (/** @type {string} */ letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
  writeFileSync(path, readFileSync(path, 'utf8').replace(/[^\0-\x7f]/g, escaped))
}
