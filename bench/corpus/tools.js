// @ts-check
import { base62 } from './draw.js'
import { pick } from './texts.js'

/** @typedef {import('../conversation.js').Random} Random */
/** @typedef {import('./texts.js').Texts} Texts */
/** @typedef {{ id: string, name: string, input: object }} Call */

/** @type {readonly ((random: Random, texts: Texts) => Omit<Call, 'id'>)[]} */
const tools = [
  (random) => ({ name: 'Read', input: { file_path: pathOf(random), limit: Math.floor(random() * 2000) } }),
  (random) => ({ name: 'Grep', input: { pattern: '"tool_use_id"\\s*:', path: pathOf(random), '-n': true } }),
  (random, texts) => ({
    name: 'Bash',
    input: { command: texts(random, 20 + random() * 200), description: texts(random, 30), timeout: 120_000 },
  }),
  (random, texts) => ({
    name: 'Edit',
    input: {
      file_path: pathOf(random),
      old_string: texts(random, 50 + random() * 1500),
      new_string: texts(random, 50 + random() * 1500),
      replace_all: false,
    },
  }),
  (random, texts) => ({
    name: 'Write',
    input: { file_path: pathOf(random), content: texts(random, 200 + random() * 8000) },
  }),
  // Arguments that look like what is looked for.
  (random, texts) => ({
    name: 'mcp__trace__record',
    input: {
      type: 'tool_result',
      tool_use_id: `toolu_FAKE${Math.floor(random() * 1e6)}`,
      content: [{ type: 'tool_use', id: 'toolu_FAKE', input: { text: texts(random, 200) } }],
    },
  }),
]

/** What a request declares so that these may be called. */
export const names = ['Read', 'Grep', 'Bash', 'Edit', 'Write', 'mcp__trace__record']

/** A call as an agent makes them. @param {Random} random @param {Texts} texts @returns {Call} */
export function someCall(random, texts) {
  const made = pick(random, tools)(random, texts)
  return { id: `toolu_01${base62(random, 22)}`, ...made }
}

/** @param {Random} random */
function pathOf(random) {
  const file = `${base62(random, 8)}.ts`
  return random() < 0.3 ? `C:\\Users\\dev\\shop\\src\\${file}` : `/home/dev/shop/src/${file}`
}
