// @ts-check
import { repair } from '../core/dist/index.js'
import { conversation } from './conversation.js'
import { must, race, ratios, timed } from './harness.js'

export const title = 'What is read byte by byte: repair over the plain check of the same strings'

/** @typedef {import('./conversation.js').Random} Random */
/** @typedef {import('./conversation.js').Document} Document */

/** @param {import('./harness.js').Settings} settings */
export async function measure(settings) {
  return [
    await jsonArguments(settings),
    ...(await surrogates('ASCII', ascii, settings)),
    ...(await surrogates('CJK', cjk, settings)),
  ]
}

/** @param {import('./harness.js').Settings} settings */
async function jsonArguments(settings) {
  const { document, calls } = conversation('openai', 2000, { input: someInput })
  /** @type {string[]} */
  const texts = document.messages.flatMap(({ tool_calls = [] }) =>
    tool_calls.map((/** @type {any} */ call) => call.function.arguments),
  )
  must(texts.length === calls, 'not every call has arguments')
  const samples = await race(
    [
      { name: 'parse', sample: timed(() => parseAll(texts)), isBase: true },
      { name: 'repair', sample: soundRunner(document, 'openai') },
    ],
    settings,
  )
  const what = 'openai, arguments of 1 KB, over JSON.parse'
  return { what, values: ratios(samples('repair'), samples('parse')) }
}

/** @param {string} script @param {(random: Random) => string} words @param {import('./harness.js').Settings} settings */
async function surrogates(script, words, settings) {
  const { document } = conversation('anthropic', 2000, { words })
  const texts = textsIn(document.messages)
  const samples = await race(
    [
      { name: 'codes', sample: timed(() => loneSurrogates(texts)), isBase: true },
      { name: 'well-formed', sample: timed(() => texts.every((text) => text.isWellFormed())) },
      { name: 'repair', sample: soundRunner(document, 'anthropic') },
    ],
    settings,
  )
  const what = `anthropic, ${script} texts of 4 KB`
  const overCodes = {
    what: `${what}, over a charCodeAt loop`,
    values: ratios(samples('repair'), samples('codes')),
  }
  const overWellFormed = {
    what: `${what}, over isWellFormed`,
    values: ratios(samples('repair'), samples('well-formed')),
  }
  // A string of Latin-1 says at once that it is well-formed: there is nothing to compare with.
  return script === 'ASCII' ? [overCodes] : [overCodes, overWellFormed]
}

/** @param {Document} document @param {string} api */
function soundRunner(document, api) {
  must(repair(document, { api }).document === document, `${api} changes a sound conversation of long texts`)
  return timed(() => repair(document, { api }))
}

/** @param {readonly string[]} texts */
function parseAll(texts) {
  let members = 0
  for (const text of texts) members += JSON.parse(text) === null ? 0 : 1
  return members
}

/** @param {readonly string[]} texts */
function loneSurrogates(texts) {
  let lone = 0
  for (const text of texts) {
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index)
      if ((code & 0xf800) !== 0xd800) continue
      const isPair = code < 0xdc00 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00
      if (isPair) index++
      else lone++
    }
  }
  return lone
}

/** Every long string below a value. @param {unknown} value @returns {string[]} */
function textsIn(value) {
  if (typeof value === 'string') return value.length > 100 ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}

/** @param {Random} random */
function someInput(random) {
  const lines = Array.from({ length: 12 }, () => `  const value = "${random()}"\n\tuse(value) // C:\\temp`)
  return { path: '/srv/shop/src/index.ts', line: Math.floor(random() * 1e4), lines, isDryRun: false }
}

/** @param {Random} random */
function ascii(random) {
  return `Line ${random()} of the listing: a plain text. `.repeat(100).slice(0, 4096)
}

/** @param {Random} random */
function cjk(random) {
  return `第${random()}行，这是一段普通的文字，没有别的意思。`.repeat(100).slice(0, 4096)
}
