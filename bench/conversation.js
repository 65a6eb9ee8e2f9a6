// @ts-check

/** @typedef {'anthropic' | 'openai' | 'mistral'} Kind */
/** @typedef {'drop' | 'displace' | undefined} Fault */
/** @typedef {() => number} Random */
/** @typedef {{ role: string, [member: string]: any }} Message */
/** @typedef {{ model: string, messages: Message[] }} Document */

/**
 * @typedef {object} Conversation
 * @property {Document} document
 * @property {number} calls How many calls it has.
 * @property {number} dropped How many results were left out.
 * @property {number} displaced How many results stand one turn too late.
 */

/**
 * @typedef {object} Wishes
 * @property {number} [seed]
 * @property {(ordinal: number) => Fault} [fault] What happens to the n-th result.
 * @property {(random: Random) => string} [words] A text.
 * @property {(random: Random) => object} [input] The arguments of a call.
 */

/** Random numbers from a seed: the same on every machine. @param {number} seed @returns {Random} */
export function mulberry32(seed) {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/**
 * A conversation of about `size` messages: nine of ten turns of the model call one or two tools.
 *
 * It has been through JSON, as one from a file or a request has: no two members share a string.
 *
 * @param {Kind} kind @param {number} size @param {Wishes} [wishes] @returns {Conversation}
 */
export function conversation(
  kind,
  size,
  { seed = 7, fault = noFault, words = sentence, input = nothing } = {},
) {
  const random = mulberry32(seed)
  const writer = writers[kind]
  const messages = [writer.user(words(random))]
  const tally = { calls: 0, dropped: 0, displaced: 0 }
  /** @type {string[]} */
  let late = []
  while (messages.length < size - 1) {
    const held = late
    late = []
    if (random() < 0.1) {
      messages.push({ role: 'assistant', content: words(random) }, writer.user(words(random)))
    } else {
      const ids = Array.from({ length: random() < 0.5 ? 1 : 2 }, () => writer.id(random))
      const answered = ids.filter((id) => {
        // What is displaced needs a turn to be displaced to.
        const what = messages.length < size - 10 ? fault(tally.calls) : undefined
        tally.calls++
        if (what === 'drop') tally.dropped++
        if (what !== 'displace') return what === undefined
        tally.displaced++
        late.push(id)
        return false
      })
      messages.push(writer.calls(random() < 0.5 ? words(random) : undefined, ids, () => input(random)))
      messages.push(...writer.results(answered, () => words(random)))
    }
    for (const id of held) writer.addLate(messages, id)
  }
  return { document: throughJson({ model: writer.model, messages }), ...tally }
}

/**
 * A conversation with one turn of many calls.
 *
 * @param {Kind} kind @param {number} count @param {'in order' | 'reversed' | 'unanswered'} answers
 * @returns {Document}
 */
export function wideTurn(kind, count, answers) {
  const random = mulberry32(count)
  const writer = writers[kind]
  const ids = Array.from({ length: count }, () => writer.id(random))
  const calls = writer.calls(undefined, ids, () => ({}))
  const order = answers === 'reversed' ? ids.toReversed() : ids
  const rest =
    answers === 'unanswered' ? [writer.user('Go on.')] : writer.results(order, () => sentence(random))
  return throughJson({ model: writer.model, messages: [writer.user('Look.'), calls, ...rest] })
}

/** Two of a hundred results are missing or displaced, never two close together. @param {number} ordinal @returns {Fault} */
export function twoPercent(ordinal) {
  const stretch = Math.floor(ordinal / 50)
  const chosen = 5 + Math.floor(mulberry32(stretch)() * 40)
  if (ordinal % 50 !== chosen) return undefined
  return stretch % 2 === 0 ? 'drop' : 'displace'
}

/** The list that a fault-free, whole conversation goes on with: a call and its result, again and again. @param {Kind} kind @param {number} steps @returns {Message[][]} */
export function continuation(kind, steps) {
  const random = mulberry32(-1)
  const writer = writers[kind]
  return Array.from({ length: steps }, () => {
    const ids = [writer.id(random)]
    return throughJson([
      writer.calls(undefined, ids, () => ({})),
      ...writer.results(ids, () => sentence(random)),
    ])
  })
}

/** @template Value @param {Value} value @returns {Value} */
function throughJson(value) {
  return JSON.parse(JSON.stringify(value))
}

/** @returns {undefined} */
const noFault = () => undefined
const nothing = () => ({})

const sentences = [
  'Let me look at the file first.',
  'The test passes now.',
  'Found 3 matches in 2 files.',
  'Done, 14 lines changed.',
  'That did not work; trying again.',
]

/** @param {Random} random @returns {string} */
function sentence(random) {
  return sentences[Math.floor(random() * sentences.length)] ?? ''
}

const names = ['read_file', 'run_command', 'search', 'edit_file']
const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** @param {Random} random @param {number} length @returns {string} */
function token(random, length) {
  let text = ''
  while (text.length < length) text += letters[Math.floor(random() * letters.length)]
  return text
}

/**
 * @typedef {object} Writer
 * @property {string} model
 * @property {(random: Random) => string} id
 * @property {(text: string) => Message} user
 * @property {(text: string | undefined, ids: string[], input: () => object) => Message} calls
 * @property {(ids: string[], words: () => string) => Message[]} results
 * @property {(messages: Message[], id: string) => void} addLate
 */

/** @type {Writer} */
const chat = {
  model: 'gpt-4o',
  id: (random) => `call_${token(random, 24)}`,
  user: (text) => ({ role: 'user', content: text }),
  calls: (text, ids, input) => ({
    role: 'assistant',
    content: text ?? null,
    tool_calls: ids.map((id, index) => ({
      id,
      type: 'function',
      function: { name: names[index % names.length], arguments: JSON.stringify(input()) },
    })),
  }),
  results: (ids, words) => ids.map((id) => ({ role: 'tool', tool_call_id: id, content: words() })),
  addLate: (messages, id) => {
    messages.push({ role: 'tool', tool_call_id: id, content: 'Came late.' })
  },
}

/** @type {Writer} */
const anthropic = {
  model: 'claude-sonnet-4-5',
  id: (random) => `toolu_01${token(random, 22)}`,
  user: (text) => ({ role: 'user', content: [{ type: 'text', text }] }),
  calls: (text, ids, input) => ({
    role: 'assistant',
    content: [
      ...(text === undefined ? [] : [{ type: 'text', text }]),
      ...ids.map((id, index) => ({
        type: 'tool_use',
        id,
        name: names[index % names.length],
        input: input(),
      })),
    ],
  }),
  results: (ids, words) => [
    ids.length === 0
      ? anthropic.user('Go on.')
      : {
          role: 'user',
          content: ids.map((id) => ({ type: 'tool_result', tool_use_id: id, content: words() })),
        },
  ],
  addLate: (messages, id) => {
    messages.at(-1)?.content.push({ type: 'tool_result', tool_use_id: id, content: 'Came late.' })
  },
}

/** @type {Readonly<Record<Kind, Writer>>} */
const writers = {
  anthropic,
  openai: chat,
  mistral: { ...chat, model: 'mistral-large-latest', id: (random) => token(random, 9) },
}
