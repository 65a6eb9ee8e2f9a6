// @ts-check
import { mulberry32 } from '../conversation.js'
import { base62, base64, logNormal } from './draw.js'
import { textsOf } from './texts.js'
import { names, someCall } from './tools.js'

/** @typedef {import('../conversation.js').Random} Random */
/** @typedef {'anthropic' | 'openai'} Api */
/** @typedef {{ role: string, [member: string]: unknown }} Message */

const texts = textsOf('mixed')

/** @type {Readonly<Record<Api, (size: number) => { messages: Message[] }>>} */
const frames = {
  anthropic: () => ({
    model: 'claude-sonnet-4-5',
    max_tokens: 32_000,
    stream: true,
    system: [{ type: 'text', text: 'You are a coding agent.', cache_control: { type: 'ephemeral' } }],
    tools: names.map((name) => ({ name, input_schema: { type: 'object', properties: {} } })),
    messages: [{ role: 'user', content: 'Make the tests pass.' }],
  }),
  openai: () => ({
    model: 'gpt-5.1',
    stream: true,
    tools: [{ type: 'function', function: { name: 'Bash', parameters: { type: 'object', properties: {} } } }],
    messages: [
      { role: 'system', content: 'You are a coding agent.' },
      { role: 'user', content: 'Make the tests pass.' },
    ],
  }),
}

/** What a turn adds: the calls of the model, and their results. @type {Readonly<Record<Api, (random: Random, longest: number) => Message[]>>} */
const turns = {
  anthropic(random, longest) {
    const { id, name, input } = someCall(random, clipped(longest))
    const thinking = { type: 'thinking', thinking: texts(random, 200), signature: base64(random, 300) }
    const call = { type: 'tool_use', id, name, input }
    const result = { type: 'tool_result', tool_use_id: id, content: output(random, longest) }
    return [
      { role: 'assistant', content: random() < 0.4 ? [thinking, call] : [call] },
      { role: 'user', content: [result] },
    ]
  },
  openai(random, longest) {
    const { name, input } = someCall(random, clipped(longest))
    const id = `call_${base62(random, 24)}`
    const call = { id, type: 'function', function: { name, arguments: JSON.stringify(input) } }
    return [
      { role: 'assistant', content: random() < 0.4 ? texts(random, 200) : null, tool_calls: [call] },
      { role: 'tool', tool_call_id: id, content: output(random, longest) },
    ]
  },
}

/** A sound request of about so many bytes, as an agent sends it; one of 11 KB has some six messages. @param {Api} api @param {number} size */
export function body(api, size) {
  const random = mulberry32(size)
  const document = frames[api](size)
  let bytes = Buffer.byteLength(JSON.stringify(document))
  while (bytes < size) {
    const turn = turns[api](random, Math.max(200, (size - bytes) * 0.4))
    bytes += Buffer.byteLength(JSON.stringify(turn))
    document.messages.push(...turn)
  }
  return { bytes: Buffer.from(JSON.stringify(document)), messages: document.messages.length }
}

/** @param {number} longest @returns {import('./texts.js').Texts} */
function clipped(longest) {
  return (random, length) => texts(random, Math.min(length, longest))
}

/** @param {Random} random @param {number} longest */
function output(random, longest) {
  return texts(random, Math.min(longest, logNormal(random, 2500, 1.3, 200, 200_000)))
}
