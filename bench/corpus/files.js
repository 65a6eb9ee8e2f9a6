// @ts-check
import { createHash } from 'node:crypto'
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statfsSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SessionWriter } from './session.js'

/** @typedef {import('./texts.js').Variant} Variant */
/** @typedef {import('./session.js').Truth} Truth */

/**
 * A corpus on disk.
 *
 * @typedef {object} Corpus
 * @property {Variant} variant
 * @property {string} path
 * @property {number} bytes
 * @property {string} hash Of its content.
 * @property {Truth} truth
 */

export const seed = 20_261_115
export const corpusFolder = join(tmpdir(), 'mortise-bench', generatorHash())

/**
 * A corpus of at least so many bytes, from the seed; kept between runs, until its makers change.
 *
 * It is written as it is made, so that one of any size needs no memory.
 *
 * @param {Variant} variant @param {number} size @returns {Corpus}
 */
export function corpus(variant, size) {
  const path = join(corpusFolder, `${variant}-${size}.jsonl`)
  const known = recall(path)
  if (known !== undefined) return known
  mkdirSync(corpusFolder, { recursive: true })
  const unfinished = `${path}.${process.pid}`
  const made = { variant, path, ...write(unfinished, variant, size) }
  renameSync(unfinished, path)
  writeFileSync(factsOf(path), JSON.stringify(made))
  return made
}

/** Whether there is room on disk for so many bytes more, and half as many again. @param {number} size */
export function hasRoomFor(size) {
  mkdirSync(corpusFolder, { recursive: true })
  const { bavail, bsize } = statfsSync(corpusFolder)
  return bavail * bsize > size * 1.5
}

/** How a corpus is named beside numbers. @param {Corpus} corpus */
export function describe({ variant, bytes, hash, truth }) {
  const { lines, calls, results, missing, orphan, duplicate } = truth
  const faults = `${missing} missing, ${orphan} orphan, ${duplicate} duplicate`
  return `${variant}, ${(bytes / 1e6).toFixed(1)} MB, sha256 ${hash.slice(0, 12)}: ${lines} lines, ${calls} calls, ${results} results, ${faults}`
}

/** @param {string} path @param {Variant} variant @param {number} size */
function write(path, variant, size) {
  const writer = new SessionWriter(variant, seed)
  const hash = createHash('sha256')
  const file = openSync(path, 'w')
  let bytes = 0
  while (bytes < size) {
    let held = ''
    while (held.length < 1 << 18 && bytes + held.length < size) held += `${writer.turn().join('\n')}\n`
    const chunk = Buffer.from(held)
    for (let done = 0; done < chunk.length; ) done += writeSync(file, chunk, done)
    hash.update(chunk)
    bytes += chunk.length
  }
  closeSync(file)
  return { bytes, hash: hash.digest('hex'), truth: writer.truth }
}

/** @param {string} path @returns {Corpus | undefined} */
function recall(path) {
  const facts = statSync(factsOf(path), { throwIfNoEntry: false })
  if (facts === undefined) return undefined
  const known = JSON.parse(readFileSync(factsOf(path), 'utf8'))
  return statSync(path, { throwIfNoEntry: false })?.size === known.bytes ? known : undefined
}

/** @param {string} path */
function factsOf(path) {
  return `${path}.facts.json`
}

function generatorHash() {
  const hash = createHash('sha256').update(String(seed))
  const own = new URL('.', import.meta.url)
  for (const name of readdirSync(own).sort()) hash.update(readFileSync(new URL(name, own)))
  return hash
    .update(readFileSync(new URL('../conversation.js', own)))
    .digest('hex')
    .slice(0, 12)
}
