import type { Call, Turn } from './conversation.ts'
import { sdkDamages } from './damage-ai-sdk.ts'
import { isObject, type Json, type JsonObject } from './json.ts'
import { partsOf, type Scribe } from './scribe.ts'

/** Writes messages of the AI SDK for the model: calls are parts, results stand in messages of the tool. */
export const aiSdk: Scribe = {
  root: 'messages',

  idOf(_api, style, name, number) {
    if (style === 1) return `toolu_${number}a`
    return style === 2 ? `functions.${name}:${number}` : `call_${number}a`
  },

  write(turns, { hasSystem, formOf }) {
    const messages = turns.flatMap((turn, index) => messagesOf(turn, formOf(index)))
    return hasSystem ? [{ role: 'system', content: 'Be brief.' }, ...messages] : messages
  },

  body: ({ model }) => (model.name === undefined ? {} : { model: model.name }),

  callId: ['toolCallId'],
  callArguments: ['input'],
  callName: ['toolName'],
  resultId: ['toolCallId'],
  resultContent: ['output', 'value'],
  content: 'content',
  callsOf: (turn) => partsOf(turn, turn.content).filter(({ value }) => value.type === 'tool-call'),
  resultsOf: (turn) => partsOf(turn, turn.content).filter(({ value }) => value.type === 'tool-result'),
  textsOf(turn) {
    if (typeof turn.content === 'string') return [{ holder: turn, key: 'content' }]
    const parts = partsOf(turn, turn.content).filter(({ value }) => typeof value.text === 'string')
    return parts.map(({ value }) => ({ holder: value, key: 'text' }))
  },
  wordsOf: ({ role, content }) => (Array.isArray(content) && role !== 'tool' ? content : undefined),
  text: textPart,
  say: (speaker, words) => ({ role: roleOf(speaker), content: words }),
  said: (words) => words,
  fail(result) {
    if (isObject(result.output)) result.output.type = 'error-text'
  },
  resultTurn: (result) => ({ role: 'tool', content: [result] }),
  resultByModel: (result) => ({ role: 'assistant', content: [result] }),
  emptyTurns: [
    { role: 'user', content: '' },
    { role: 'user', content: [] },
  ],
  emptyContents: [''],
  wrongRoles: ['human', 'bot', 'data'],

  without: ['empty-call-list'],
  harmless: [
    'trailing-space',
    'arguments-in-a-string',
    'blank-text',
    'cut-arguments',
    'empty-error-result',
    'empty-text',
    'end-on-model',
    'illegal-id-on-both',
    'lone-surrogate',
    'null-arguments',
    'reuse-id-over-turns',
    'split-results',
    'text-after-call',
  ],
  own: sdkDamages,
}

function messagesOf({ speaker, text, calls }: Turn, form: number): JsonObject[] {
  const role = roleOf(speaker)
  if (calls.length === 0) return [{ role, content: form % 2 === 0 ? (text ?? '') : [textPart(text)] }]
  const words = text === undefined ? [] : [textPart(text)]
  const results = calls.map((call) => resultPart(call, form))
  return [
    { role, content: [...words, ...calls.map(callPart)] },
    ...toolMessages(form % 4 >= 2 ? results.reverse() : results, form >= 8),
  ]
}

/** Results stand in one message, or each in its own. */
function toolMessages(results: readonly JsonObject[], isApart: boolean): JsonObject[] {
  if (isApart) return results.map((result) => ({ role: 'tool', content: [result] }))
  return [{ role: 'tool', content: [...results] }]
}

function roleOf(speaker: Turn['speaker']): string {
  return speaker === 'user' ? 'user' : 'assistant'
}

function textPart(text: string | undefined): JsonObject {
  return { type: 'text', text: text ?? '' }
}

function callPart({ id, name, argument }: Call): JsonObject {
  return { type: 'tool-call', toolCallId: id, toolName: name, input: { path: argument } }
}

function resultPart({ id, name, result, hasFailed }: Call, form: number): JsonObject {
  const kind = form % 2 === 0 ? 'text' : 'json'
  const output: Json = { type: hasFailed ? `error-${kind}` : kind, value: result }
  return { type: 'tool-result', toolCallId: id, toolName: name, output }
}
