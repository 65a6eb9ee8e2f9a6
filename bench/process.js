// @ts-check
import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { must } from './harness.js'

/** The command, as it is started. */
export const mortise = fileURLToPath(new URL('../app/bin/mortise.js', import.meta.url))

const peakMemory = new URL('peak-memory.js', import.meta.url).href

/** How a process went: how long it took in milliseconds, and how it ended. @typedef {{ took: number, code: number }} Ran */

/**
 * Runs a program as a process of its own; its output goes to a file or nowhere.
 *
 * @param {string} program @param {readonly string[]} words @param {string} [output] @returns {Promise<Ran>}
 */
export async function run(program, words, output = '/dev/null') {
  const { took, code } = await start(program, words, output)
  return { took, code }
}

/**
 * The peak memory of a script of ours, in MB.
 *
 * @param {readonly string[]} words @param {string} [output] @returns {Promise<Ran & { peak: number }>}
 */
export async function runMeasured(words, output = '/dev/null') {
  const { took, code, said } = await start(process.execPath, ['--import', peakMemory, ...words], output)
  return { took, code, peak: Number(said) / 1024 }
}

/** Runs a script of ours, which has to end well or with faults. @param {readonly string[]} words @param {string} [output] @returns {Promise<Ran>} */
export async function runScript(words, output) {
  const ran = await run(process.execPath, words, output)
  must(ran.code === 0 || ran.code === 1, `${words.join(' ')} ends with ${ran.code}`)
  return ran
}

/** @param {string} program @param {readonly string[]} words @param {string} output */
async function start(program, words, output) {
  const file = openSync(output, 'w')
  const begun = performance.now()
  const child = spawn(program, words, { stdio: ['ignore', file, 'ignore', 'pipe'] })
  let said = ''
  child.stdio[3]?.on('data', (/** @type {Buffer} */ chunk) => {
    said += chunk
  })
  /** @type {number} */
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const took = performance.now() - begun
  closeSync(file)
  return { took, code, said }
}
