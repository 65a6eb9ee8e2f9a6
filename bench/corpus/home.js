// @ts-check
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { mulberry32 } from '../conversation.js'
import { agents } from './agents.js'
import { logNormal } from './draw.js'
import { corpusFolder, seed } from './files.js'
import { SessionWriter } from './session.js'

/**
 * A home with the sessions of several agents.
 *
 * @typedef {object} Home
 * @property {string} folder
 * @property {number} sessions
 * @property {number} bytes
 * @property {number} broken How many sessions were given faults.
 * @property {string} hash Of all contents.
 */

const spread = { middle: 60_000, width: 1.4, least: 3000, most: 20_000_000 }
/** Of Claude Code's sessions, so that of all as many are broken as of real ones: one in eighteen. */
const brokenShare = 0.065
const projects = 60
const newest = Date.UTC(2026, 0, 5) / 1000

/**
 * A home of so many sessions and about so many bytes, from the seed; kept between runs, until its makers change.
 *
 * @param {number} sessions @param {number} bytes @returns {Home}
 */
export function home(sessions, bytes) {
  const folder = join(corpusFolder, `home-${sessions}-${bytes}`)
  const facts = `${folder}.facts.json`
  if (existsSync(facts)) return JSON.parse(readFileSync(facts, 'utf8'))
  const unfinished = `${folder}.${process.pid}`
  rmSync(folder, { recursive: true, force: true })
  const made = { folder, sessions, ...write(unfinished, sizesOf(sessions, bytes)) }
  renameSync(unfinished, folder)
  writeFileSync(facts, JSON.stringify(made))
  return made
}

/** Many small ones, few large ones. @param {number} sessions @param {number} bytes */
function sizesOf(sessions, bytes) {
  const random = mulberry32(seed)
  const { middle, width, least, most } = spread
  const drawn = Array.from({ length: sessions }, () => logNormal(random, middle, width, least, most))
  const all = drawn.reduce((sum, size) => sum + size, 0)
  return drawn.map((size) => (size * bytes) / all)
}

/** @param {string} folder @param {readonly number[]} sizes */
function write(folder, sizes) {
  const random = mulberry32(seed + 1)
  const hash = createHash('sha256')
  let bytes = 0
  let broken = 0
  let due = 0
  sizes.forEach((drawn, index) => {
    due += drawn
    // A turn is written whole, and what is too much in one session is taken from the next ones.
    const size = Math.max(spread.least, Math.min(drawn, due - bytes))
    const agent = agentAt(random())
    const isBroken = random() < brokenShare && agent === agents[0]
    const session = sessionOf(seed + 2 + index, size, isBroken)
    const path = join(folder, agent.path(index % projects, session.id))
    const content = Buffer.from(`${agent.write(session.lines, session.id).join('\n')}\n`)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
    utimesSync(path, newest - index * 60, newest - index * 60)
    hash.update(content)
    bytes += content.length
    if (isBroken) broken++
  })
  return { bytes, broken, hash: hash.digest('hex') }
}

/** @param {number} number Between 0 and 1. */
function agentAt(number) {
  let rest = number
  const found = agents.find(({ share }) => {
    rest -= share
    return rest < 0
  })
  return found ?? /** @type {import('./agents.js').Agent} */ (agents[0])
}

/** The lines of one session; a broken one has a fault. @param {number} own @param {number} size @param {boolean} isBroken */
function sessionOf(own, size, isBroken) {
  const writer = new SessionWriter('mixed', own, {
    turns: Number.POSITIVE_INFINITY,
    faulty: isBroken ? 0.02 : 0,
  })
  const lines = []
  for (let length = 0; length < size || (isBroken && !hasFault(writer.truth)); ) {
    for (const line of writer.turn()) {
      lines.push(line)
      length += Buffer.byteLength(line)
    }
  }
  return { id: writer.session, lines }
}

/** @param {import('./session.js').Truth} truth */
function hasFault({ missing, orphan, duplicate }) {
  return missing + orphan + duplicate > 0
}
