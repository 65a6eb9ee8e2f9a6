import type { Call, Turn } from './conversation.ts'
import { itemDamages } from './damage-items.ts'
import type { Json, JsonObject } from './json.ts'
import { partsOf, type Scribe, type Writing } from './scribe.ts'

/** Writes Responses requests: each message, call, result and thought is an item of one list. */
export const openaiResponses: Scribe = {
  root: 'input',

  idOf(_api, style, name, number) {
    if (style === 1) return `toolu_${number}a`
    return style === 2 ? `functions.${name}:${number}` : `call_${number}a`
  },

  write(turns, writing) {
    const names = namesFor()
    const items = turns.flatMap((turn, index) => itemsOf(turn, writing.formOf(index), writing, names))
    return writing.hasSystem ? [{ role: 'developer', content: 'Be brief.' }, ...items] : items
  },

  body: ({ model, formOf }) => ({
    ...(model.name === undefined ? {} : { model: model.name }),
    ...(formOf(0) >= 12 ? { store: false } : {}),
    ...(formOf(0) === 5 ? { previous_response_id: 'resp_1' } : {}),
  }),

  callId: ['call_id'],
  callArguments: ['arguments'],
  callName: ['name'],
  resultId: ['call_id'],
  resultContent: ['output'],
  content: 'content',
  callsOf: (turn, turns) => (isType(turn, /_call$/) ? [{ value: turn, list: turns, turn }] : []),
  resultsOf: (turn, turns) => (isType(turn, /_output$/) ? [{ value: turn, list: turns, turn }] : []),
  textsOf(turn) {
    if (typeof turn.content === 'string') return [{ holder: turn, key: 'content' }]
    const parts = partsOf(turn, turn.content).filter(({ value }) => typeof value.text === 'string')
    return parts.map(({ value }) => ({ holder: value, key: 'text' }))
  },
  wordsOf: ({ content }) => (Array.isArray(content) ? content : undefined),
  text: (words) => ({ type: 'input_text', text: words }),
  say: (speaker, words) => message(speaker, words),
  said: (words) => words,
  fail: () => {},
  resultTurn: (result) => result,
  emptyTurns: [message('user', ''), message('user', [])],
  emptyContents: ['', [], null, undefined],
  wrongRoles: ['human', 'bot', 'tool'],
  own: itemDamages,

  without: ['empty-call-list', 'result-in-model-turn', 'reuse-id-in-turn'],
  // A text of the user's type may come to stand in a turn of the model, which is refused.
  harmless: [
    'trailing-space',
    'arguments-in-a-string',
    'cut-arguments',
    'end-on-model',
    'illegal-id-on-both',
    'lone-surrogate',
  ],
}

type Name = (prefix: string) => JsonObject

/** Names that are not used twice. */
function namesFor(): Name {
  let count = 0
  return (prefix) => ({ id: `${prefix}_${++count}` })
}

function itemsOf({ speaker, text, calls }: Turn, form: number, writing: Writing, name: Name): JsonObject[] {
  const named = (prefix: string): JsonObject => (form >= 8 ? name(prefix) : {})
  if (speaker === 'user') return [message('user', contentOf('input_text', text, form))]
  const words =
    text === undefined ? [] : [message('model', contentOf('output_text', text, form), named('msg'))]
  const made = calls.map((call) => callItem(call, named))
  const results = calls.map((call) => resultItem(call, form))
  return [
    ...(writing.model.isThinking ? [reasoning(writing, form, named)] : []),
    ...words,
    ...made,
    ...(form % 4 >= 2 ? results.reverse() : results),
  ]
}

/** What the provider keeps needs a name alone, what it does not keep comes sealed. */
function reasoning({ api, formOf }: Writing, form: number, named: Name): JsonObject {
  const isStored = formOf(0) < 12
  const isKept = isStored && form >= 8
  return {
    // Some take no name of what nobody keeps.
    ...(isStored || api !== 'everywhere-openai-responses' ? named('rs') : {}),
    type: 'reasoning',
    summary: [],
    ...(isKept ? {} : { encrypted_content: 'sealed' }),
  }
}

function message(speaker: Turn['speaker'], content: Json, name: JsonObject = {}): JsonObject {
  return { type: 'message', role: speaker === 'user' ? 'user' : 'assistant', content, ...name }
}

function contentOf(type: string, text: string | undefined, form: number): Json {
  return form % 2 === 0 ? (text ?? '') : [{ type, text: text ?? '' }]
}

function isCustom({ hasFailed }: Call): boolean {
  return hasFailed
}

function callItem(call: Call, named: Name): JsonObject {
  const { id, name, argument } = call
  if (isCustom(call)) return { type: 'custom_tool_call', call_id: id, name, input: argument, ...named('ctc') }
  const given = JSON.stringify({ path: argument })
  return { type: 'function_call', call_id: id, name, arguments: given, ...named('fc') }
}

function resultItem(call: Call, form: number): JsonObject {
  const output = contentOf('input_text', call.result, form)
  const type = isCustom(call) ? 'custom_tool_call_output' : 'function_call_output'
  return { type, call_id: call.id, output }
}

function isType({ type }: JsonObject, pattern: RegExp): boolean {
  return typeof type === 'string' && pattern.test(type)
}
