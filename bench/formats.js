// @ts-check

import { scanInFull } from '../core/dist/engine/scan.js'
import { convert, formats, repair, rulebooks } from '../core/dist/index.js'
import { rules } from '../core/dist/rules/index.js'
import { conversation } from './conversation.js'
import { must, race, ratios, short, timed } from './harness.js'

export const title = 'All formats: a plain conversation, one with faults, and a full read'
export const notes = [
  '20,000 messages, of which 2.5 % of the turns with results are gone in the second row; the full read is of 100 messages',
]

const size = 20_000
/** Its calls hold their results: none stands alone that could be gone. */
const unmended = 'ai-sdk'

/** @param {import('./harness.js').Settings} settings */
export async function measure(settings) {
  const names = formats.map(({ name }) => name)
  const runners = names.flatMap((name) => runnersFor(name))
  const samples = await race(runners, settings)
  const fastest = Math.min(...names.map((name) => Math.min(...samples(`${name}, plain`))))
  return names.flatMap((name) => {
    const plain = samples(`${name}, plain`)
    const broken = samples(`${name}, broken`)
    return [
      {
        what: `${name}, plain: over the fastest format (${short(Math.min(...plain))} ms)`,
        values: plain.map((value) => value / fastest),
        bar: 'plain over the fastest format',
      },
      ...(name === unmended
        ? []
        : [
            {
              what: `${name}, 2.5 % broken: over parsing it (${short(Math.min(...broken))} ms)`,
              values: ratios(broken, samples(`${name}, parse`)),
            },
          ]),
      {
        what: `${name}, a full read: over parsing it`,
        values: ratios(samples(`${name}, full`), samples(`${name}, parse 100`)),
        bar: 'full read over parsing',
      },
    ]
  })
}

/** @param {string} name */
function runnersFor(name) {
  const [plain, broken, small] = [plainOf(name, size), brokenOf(name, size), plainOf(name, 100)]
  must(repair(plain, { format: name }).document === plain, `${name} changes a plain conversation`)
  const { left, found } = repair(broken, { format: name }).report
  must(
    name === unmended || (found.length >= 100 && left.length === 0),
    `${name}: the faults that were planted are not mended`,
  )
  const [text, smallText] = [broken, small].map((document) => JSON.stringify(document))
  const format = formats.find((each) => each.name === name)
  const rulebook = rulebooks.find((each) => each.name === format?.firstParty && each.format === name)
  const task = /** @type {any} */ ({ document: small, api: { format, rulebook }, tail: 'closed', rules })
  return [
    { name: `${name}, plain`, sample: timed(() => repair(plain, { format: name })) },
    { name: `${name}, broken`, sample: timed(() => repair(broken, { format: name })) },
    { name: `${name}, parse`, sample: timed(() => JSON.parse(text ?? '')) },
    { name: `${name}, full`, sample: timed(() => scanInFull(task)) },
    { name: `${name}, parse 100`, sample: timed(() => JSON.parse(smallText ?? '')) },
  ]
}

/** A plain conversation of a format. @param {string} name @param {number} count @returns {any} */
function plainOf(name, count) {
  const { document } = conversation('openai', count)
  if (name === 'openai-chat') return document
  if (name === 'neovate') return neovateOf(count)
  return convert(document, { from: 'openai-chat', to: name }).document
}

/** Nothing is converted into sessions of Neovate: its messages are those of Anthropic with results of a role of their own. @param {number} count */
function neovateOf(count) {
  /** @type {Map<string, string>} */
  const names = new Map()
  return conversation('anthropic', count).document.messages.map(({ role, content }) => {
    if (typeof content === 'string' || content[0].type === 'text')
      for (const { id, name } of typeof content === 'string' ? [] : content) names.set(id, name)
    else for (const { id, name } of content) if (id !== undefined) names.set(id, name)
    if (typeof content === 'string' || content[0].type !== 'tool_result') return { role, content }
    const results = content.map((/** @type {any} */ { tool_use_id: id, content: llmContent }) => ({
      type: 'tool-result',
      toolCallId: id,
      toolName: names.get(id),
      input: {},
      result: { llmContent },
    }))
    return { role: 'tool', content: results }
  })
}

const isResult = /"tool_result"|"role":"tool"|"function_call_output"|"functionResponse"|"toolResult"/

/** A conversation of which every fortieth turn of results is gone. @param {string} name @param {number} count */
function brokenOf(name, count) {
  const document = plainOf(name, count)
  const member = ['messages', 'input', 'contents'].find((each) => document[each] !== undefined)
  let seen = 0
  const turns = (member === undefined ? document : document[member]).filter(
    (/** @type {any} */ turn) => !isResult.test(JSON.stringify(turn)) || seen++ % 40 !== 20,
  )
  return member === undefined ? turns : { ...document, [member]: turns }
}
