// @ts-check
import { mulberry32 } from '../conversation.js'
import { base62, base64, logNormal, uuid } from './draw.js'
import { pick, textsOf } from './texts.js'
import { someCall } from './tools.js'

/** @typedef {import('../conversation.js').Random} Random */
/** @typedef {import('./texts.js').Variant} Variant */
/** @typedef {'missing' | 'orphan' | 'duplicate' | undefined} Fault */

/**
 * What is in a corpus.
 *
 * @typedef {object} Truth
 * @property {number} lines
 * @property {number} calls
 * @property {number} results
 * @property {number} missing Calls without a result.
 * @property {number} orphan Results without a call.
 * @property {number} duplicate Results of calls that have one already.
 */

const turnsOfSession = 200
const shares = {
  talk: 0.1,
  thinking: 0.4,
  words: 0.5,
  parallel: 0.15,
  faulty: 0.02,
  blocks: 0.3,
  copy: 0.5,
  error: 0.05,
}

/** Writes the records of coding sessions, one after the other, as an agent keeps them. */
export class SessionWriter {
  /** @type {Truth} */
  truth = { lines: 0, calls: 0, results: 0, missing: 0, orphan: 0, duplicate: 0 }
  /** @type {import('./texts.js').Texts} */
  #texts
  /** @type {Random} */
  #random
  #turn = 0
  #time = Date.UTC(2026, 0, 5)
  #session = ''
  #cwd = ''
  /** @type {string | null} */
  #parent = null
  /** @type {string[]} */
  #lines = []

  #turnsOfSession
  #faulty

  /**
   * Sessions of some length, of whose turns some share is faulty.
   *
   * @param {Variant} variant @param {number} seed @param {{ turns?: number, faulty?: number }} [habits]
   */
  constructor(variant, seed, { turns = turnsOfSession, faulty = shares.faulty } = {}) {
    this.#texts = textsOf(variant)
    this.#random = mulberry32(seed)
    this.#turnsOfSession = turns
    this.#faulty = faulty
  }

  /** The id of the session that is being written. */
  get session() {
    return this.#session
  }

  /** The lines of the next turn: what the model says and what it is given. */
  turn() {
    const random = this.#random
    this.#lines = []
    if (this.#turn++ % this.#turnsOfSession === 0) this.#begin()
    const calls = Array.from({ length: this.#width() }, () => someCall(random, this.#texts))
    const fault = calls.length > 0 && random() < this.#faulty ? pick(random, faults) : undefined
    this.#assistant(fault === 'orphan' ? calls.slice(1) : calls)
    this.#answer(calls, fault)
    this.truth.lines += this.#lines.length
    return this.#lines
  }

  #begin() {
    this.#session = uuid(this.#random)
    this.#cwd = pick(this.#random, ['/home/dev/shop', 'C:\\Users\\dev\\shop', '/srv/shop'])
    this.#parent = null
    this.#prompt()
  }

  #prompt() {
    this.#record('user', { role: 'user', content: this.#texts(this.#random, 50 + this.#random() * 500) })
  }

  #width() {
    const random = this.#random
    if (random() < shares.talk) return 0
    return random() < shares.parallel ? 2 + Math.floor(random() * 3) : 1
  }

  /** @param {readonly import('./tools.js').Call[]} calls */
  #assistant(calls) {
    const random = this.#random
    const content = []
    if (random() < shares.thinking) {
      const thinking = this.#texts(random, 100 + random() * 1500)
      content.push({ type: 'thinking', thinking, signature: base64(random, 200 + random() * 400) })
    }
    if (random() < shares.words || calls.length === 0)
      content.push({ type: 'text', text: this.#texts(random, 40 + random() * 600) })
    this.truth.calls += calls.length
    for (const { id, name, input } of calls) content.push({ type: 'tool_use', id, name, input })
    this.#record('assistant', {
      id: `msg_01${base62(random, 22)}`,
      type: 'message',
      role: 'assistant',
      model: 'claude-sonnet-4-5-20250929',
      content,
      stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn',
      stop_sequence: null,
      usage: usage(random),
    })
  }

  /** @param {readonly import('./tools.js').Call[]} calls @param {Fault} fault */
  #answer(calls, fault) {
    const answered = fault === 'missing' ? calls.slice(1) : calls
    const content = answered.map(({ id }) => this.#result(id))
    if (fault === 'duplicate' && content[0] !== undefined) content.push(content[0])
    if (fault !== undefined) this.truth[fault]++
    this.truth.results += content.length
    if (content.length === 0) return this.#prompt()
    this.#record('user', { role: 'user', content }, this.#copyOf(content))
  }

  /** @param {string} id */
  #result(id) {
    const random = this.#random
    const text = this.#texts(random, logNormal(random, 2500, 1.3, 200, 200_000))
    const content = random() < shares.blocks ? [{ type: 'text', text }] : text
    const result = { tool_use_id: id, type: 'tool_result', content }
    return random() < shares.error ? { ...result, is_error: true } : result
  }

  /** What the agent keeps for itself beside half of the results: nobody's call, though it may look like one. @param {readonly { content: unknown }[]} content */
  #copyOf([first]) {
    const random = this.#random
    if (random() >= shares.copy) return undefined
    const stdout = Array.isArray(first?.content) ? first.content[0].text : first?.content
    const nested = {
      type: 'tool_use',
      id: `toolu_FAKE${Math.floor(random() * 1e6)}`,
      name: 'Task',
      input: {},
    }
    return { stdout, stderr: '', interrupted: false, isImage: false, content: random() < 0.1 ? [nested] : [] }
  }

  /** @param {'user' | 'assistant'} type @param {object} message @param {object} [toolUseResult] */
  #record(type, message, toolUseResult) {
    const random = this.#random
    const own = uuid(random)
    this.#time += 500 + Math.floor(random() * 20_000)
    const record = {
      parentUuid: this.#parent,
      isSidechain: false,
      userType: 'external',
      cwd: this.#cwd,
      sessionId: this.#session,
      // It heals no fault as it sends: each one that is planted is refused.
      version: '1.0.98',
      gitBranch: 'main',
      type,
      message,
      ...(type === 'assistant' ? { requestId: `req_011C${base62(random, 20)}` } : {}),
      ...(toolUseResult === undefined ? {} : { toolUseResult }),
      uuid: own,
      timestamp: new Date(this.#time).toISOString(),
    }
    this.#parent = own
    this.#lines.push(JSON.stringify(record))
  }
}

/** @type {readonly Exclude<Fault, undefined>[]} */
const faults = ['missing', 'orphan', 'duplicate']

/** @param {Random} random */
function usage(random) {
  const count = (/** @type {number} */ most) => Math.floor(random() * most)
  return {
    input_tokens: count(20),
    cache_creation_input_tokens: count(5000),
    cache_read_input_tokens: count(150_000),
    output_tokens: count(2000),
    service_tier: 'standard',
  }
}
