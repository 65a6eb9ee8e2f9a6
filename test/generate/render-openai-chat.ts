import type { Speaker } from '../../core/src/model/transcript.ts'
import { type Api, refusalOf, rulebookOf } from './api.ts'
import type { Call, Turn } from './conversation.ts'
import { chatDamages } from './damage-openai-chat.ts'
import type { Json, JsonObject } from './json.ts'
import { partsOf, type Scribe } from './scribe.ts'

/** Writes Chat Completions requests: calls have a list of their own, each result is a message. */
export const openaiChat: Scribe = {
  root: 'messages',

  idOf(api, style, name, number) {
    const id = [`call_${number}a`, `toolu_${number}a`, `functions.${name}:${number}`][style] ?? ''
    const { pattern = '' } = refusalOf(api, 'illegal-call-id') ?? {}
    return new RegExp(pattern).test(id) ? id : `m${String(number).padStart(7, '0')}z`
  },

  write(turns, { api, formOf, model, hasSystem }) {
    const reasoning: JsonObject = model.isThinking ? { reasoning_content: 'Considered.' } : {}
    const hand = handOf(api)
    const messages = turns.flatMap((turn, index) => {
      const form = formOf(index)
      const details = model.isBound === true && form % 3 > 0 ? { reasoning_details: detailsOf(form) } : {}
      return messagesOf(turn, form, { ...reasoning, ...details }, hand)
    })
    return hasSystem ? [{ role: 'system', content: 'Be brief.' }, ...messages] : messages
  },

  body: ({ model }) => (model.name === undefined ? {} : { model: model.name }),

  callId: ['id'],
  callArguments: ['function', 'arguments'],
  callName: ['function', 'name'],
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
  own: chatDamages,

  without: ['result-in-model-turn'],
  harmless: ['blank-text', 'lone-surrogate'],
}

/** The reasoning of Claude as a router writes it: signed, in pieces of which the last is, or sealed. */
function detailsOf(form: number): Json[] {
  const format = 'anthropic-claude-v1'
  const piece = (text: string): JsonObject => ({ type: 'reasoning.text', text, format, index: 0 })
  if (form % 4 === 1) return [{ type: 'reasoning.encrypted', data: 'c2VhbGVk', format, index: 0 }]
  const last = { ...piece('sidered.'), signature: 'c2lnbmVk' }
  return form % 4 === 2 ? [piece('Con'), last] : [last]
}

/** What an API takes of the equal spellings. */
interface Hand {
  /** Whose content is one string. */
  readonly strings: readonly Speaker[]
  readonly wantsTextBesideCalls: boolean
  /** What a tool gave is one string. */
  readonly wantsTextOfTools: boolean
  /** Arguments are an object, and ids may be left out. */
  readonly isNative: boolean
}

function handOf(api: Api): Hand {
  const { rows } = rulebookOf(api)
  const isNative = rows['arguments-not-object'] !== undefined
  const strings = rows['content-not-text']?.speakers ?? []
  const isFilled = rows['empty-turn']?.besideCalls === true
  return {
    strings,
    wantsTextBesideCalls: isFilled || (strings.includes('model') && !isNative),
    wantsTextOfTools: strings.includes('tool'),
    isNative,
  }
}

function messagesOf(turn: Turn, form: number, reasoning: JsonObject, hand: Hand): JsonObject[] {
  const { speaker, text, calls } = turn
  const content = contentOf(text, hand.strings.includes(speaker) ? 0 : form)
  if (speaker === 'user') return [{ role: 'user', content }]
  if (calls.length === 0) return [{ role: 'assistant', content, ...reasoning }]
  const besides = text === undefined ? contentBeside(hand.wantsTextBesideCalls ? 8 : form) : { content }
  const isNameless = hand.isNative && form >= 8
  const results = calls.map((call) => resultMessage(call, hand.wantsTextOfTools ? 0 : form, isNameless))
  return [
    {
      role: 'assistant',
      ...besides,
      ...reasoning,
      tool_calls: calls.map((call) => (hand.isNative ? nativeCall(call, isNameless) : callOf(call))),
    },
    ...(form % 4 >= 2 && !isNameless ? results.reverse() : results),
  ]
}

function contentOf(text: string | undefined, form: number): Json {
  return form % 2 === 0 ? (text ?? '') : [{ type: 'text', text: text ?? '' }]
}

/** Beside calls a missing text may be null, an empty string, or left out. */
function contentBeside(form: number): JsonObject {
  if (form < 8) return { content: null }
  return form < 12 ? { content: '' } : {}
}

function callOf({ id, name, argument }: Call): JsonObject {
  return { id, type: 'function', function: { name, arguments: JSON.stringify({ path: argument }) } }
}

function nativeCall({ id, name, argument }: Call, isNameless: boolean): JsonObject {
  const call = { function: { name, arguments: { path: argument } } }
  return isNameless ? call : { id, ...call }
}

function resultMessage({ id, name, result }: Call, form: number, isNameless: boolean): JsonObject {
  const tie: JsonObject = isNameless ? { tool_name: name } : { tool_call_id: id }
  return { role: 'tool', ...tie, content: contentOf(result, form) }
}
