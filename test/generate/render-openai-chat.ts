import type { Call, Turn } from './conversation.ts'
import type { Json, JsonObject } from './json.ts'
import { partsOf, type Scribe } from './scribe.ts'

/** Writes Chat Completions requests: calls have a list of their own, each result is a message. */
export const openaiChat: Scribe = {
  root: 'messages',

  idOf(api, style, name, number) {
    if (api === 'mistral') return `m${String(number).padStart(7, '0')}z`
    if (style === 1) return `toolu_${number}a`
    return style === 2 ? `functions.${name}:${number}` : `call_${number}a`
  },

  write(turns, { formOf, model, hasSystem }) {
    const reasoning: JsonObject = model.isThinking ? { reasoning_content: 'Considered.' } : {}
    const messages = turns.flatMap((turn, index) => messagesOf(turn, formOf(index), reasoning))
    return hasSystem ? [{ role: 'system', content: 'Be brief.' }, ...messages] : messages
  },

  body: ({ model }) => (model.name === undefined ? {} : { model: model.name }),

  callId: ['id'],
  callArguments: ['function', 'arguments'],
  resultId: ['tool_call_id'],
  resultContent: ['content'],
  content: 'content',
  callsOf: (turn) => partsOf(turn, turn.tool_calls),
  resultsOf: (turn, turns) => (turn.role === 'tool' ? [{ value: turn, list: turns, turn }] : []),
  textsOf(turn) {
    if (turn.role === 'tool') return []
    if (typeof turn.content === 'string') return [{ holder: turn, key: 'content' }]
    const parts = partsOf(turn, turn.content).filter(({ value }) => typeof value.text === 'string')
    return parts.map(({ value }) => ({ holder: value, key: 'text' }))
  },
  wordsOf: ({ content }) => (Array.isArray(content) ? content : undefined),
  text: (words) => ({ type: 'text', text: words }),
  say: (speaker, words) => ({ role: speaker === 'user' ? 'user' : 'assistant', content: words }),
  said: (words) => words,
  fail: () => {},
  resultTurn: (result) => result,
  emptyCalls(turn) {
    if (turn.role === 'assistant') turn.tool_calls = []
  },
  emptyTurns: [
    { role: 'user', content: '' },
    { role: 'user', content: [] },
  ],
  emptyContents: ['', [], null, undefined],
  wrongRoles: ['human', 'bot', 'model'],

  without: ['result-in-model-turn'],
  harmless: ['blank-text', 'arguments-in-a-string', 'lone-surrogate'],
}

function messagesOf({ speaker, text, calls }: Turn, form: number, reasoning: JsonObject): JsonObject[] {
  if (speaker === 'user') return [{ role: 'user', content: contentOf(text, form) }]
  if (calls.length === 0) return [{ role: 'assistant', content: contentOf(text, form), ...reasoning }]
  const results = calls.map((call) => resultMessage(call, form))
  return [
    { role: 'assistant', ...contentBeside(text, form), ...reasoning, tool_calls: calls.map(callOf) },
    ...(form % 4 >= 2 ? results.reverse() : results),
  ]
}

function contentOf(text: string | undefined, form: number): Json {
  return form % 2 === 0 ? (text ?? '') : [{ type: 'text', text: text ?? '' }]
}

/** Beside calls a missing text may be null, an empty string, or left out. */
function contentBeside(text: string | undefined, form: number): JsonObject {
  if (text !== undefined) return { content: contentOf(text, form) }
  if (form < 8) return { content: null }
  return form < 12 ? { content: '' } : {}
}

function callOf({ id, name, argument }: Call): JsonObject {
  return { id, type: 'function', function: { name, arguments: JSON.stringify({ path: argument }) } }
}

function resultMessage({ id, result }: Call, form: number): JsonObject {
  return { role: 'tool', tool_call_id: id, content: contentOf(result, form) }
}
