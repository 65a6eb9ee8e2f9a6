import type { Call, Turn } from './conversation.ts'
import { isObject, type JsonObject } from './json.ts'
import { partsOf, type Scribe } from './scribe.ts'

/** Writes Gemini requests: calls and results are parts of a content, with ids or without. */
export const geminiContents: Scribe = {
  root: 'contents',

  idOf(_api, style, name, number) {
    if (style === 1) return `toolu_${number}a`
    return style === 2 ? `${name}-${number}` : `call_${number}a`
  },

  write(turns, { api, formOf, model }) {
    const isPicky = api === 'everywhere-gemini-contents'
    const contents: JsonObject[] = []
    for (const [index, turn] of turns.entries()) {
      const form = isPicky ? inOrder(formOf(index)) : formOf(index)
      const before = turns[index - 1]
      const joinsResults =
        turn.speaker === 'user' && (before?.calls.length ?? 0) > 0 && form >= 12 && !isPicky
      const results = joinsResults ? contents.at(-1)?.parts : undefined
      if (Array.isArray(results)) results.push({ text: turn.text ?? '' })
      else contents.push(...contentsOf(turn, form, model.isThinking))
    }
    return contents
  },

  body: ({ model, hasSystem }) => ({
    ...(model.name === undefined ? {} : { model: model.name }),
    ...(hasSystem ? { systemInstruction: { parts: [{ text: 'Be brief.' }] } } : {}),
  }),

  callId: ['functionCall', 'id'],
  callArguments: ['functionCall', 'args'],
  callName: ['functionCall', 'name'],
  resultId: ['functionResponse', 'id'],
  resultContent: ['functionResponse', 'response'],
  content: 'parts',
  callsOf: (turn) => partsOf(turn, turn.parts).filter(({ value }) => isObject(value.functionCall)),
  resultsOf: (turn) => partsOf(turn, turn.parts).filter(({ value }) => isObject(value.functionResponse)),
  textsOf(turn) {
    const parts = partsOf(turn, turn.parts).filter(({ value }) => typeof value.text === 'string')
    return parts.map(({ value }) => ({ holder: value, key: 'text' }))
  },
  wordsOf: ({ parts }) => (Array.isArray(parts) ? parts : undefined),
  text: (words) => ({ text: words }),
  say: (speaker, words) => ({ role: speaker, parts: [{ text: words }] }),
  said: (words) => ({ output: words }),
  fail({ functionResponse: result }) {
    const response = isObject(result) && isObject(result.response) ? result.response : {}
    if (isObject(result)) result.response = { error: response.output ?? '' }
  },
  resultTurn: (result) => ({ role: 'user', parts: [result] }),
  resultByModel: (result) => ({ role: 'model', parts: [result] }),
  emptyTurns: [{ role: 'user', parts: [] }, { role: 'user' }],
  emptyContents: [{}, { output: '' }],
  wrongRoles: ['assistant', 'system', 'tool'],

  without: ['empty-call-list'],
  harmless: [
    'reuse-id-over-turns',
    'missing-result-id',
    'empty-result-id',
    'missing-call-id',
    'empty-call-id',
    'missing-id-on-both',
    'empty-id-on-both',
    'illegal-id-on-both',
    'text-after-call',
    'null-arguments',
    'empty-error-result',
    'lone-surrogate',
  ],
}

/** A form in which results stand in the order of their calls. */
function inOrder(form: number): number {
  return form - (form % 4 >= 2 ? 2 : 0)
}

function contentsOf({ speaker, text, calls }: Turn, form: number, isThinking: boolean): JsonObject[] {
  const words = text === undefined ? [] : [{ text }]
  if (calls.length === 0) return [{ role: speaker, parts: words }]
  const hasIds = form < 8
  const thought = isThinking && form % 2 === 1 ? [{ text: 'Considered.', thought: true }] : []
  const results = calls.map((call) => resultPart(call, hasIds))
  const callParts = calls.map((call, index) => callPart(call, hasIds, isThinking && index === 0))
  return [
    { role: speaker, parts: [...thought, ...words, ...callParts] },
    { role: 'user', parts: hasIds && form % 4 >= 2 ? results.reverse() : results },
  ]
}

/** A model that thinks signs the first call of a turn. */
function callPart({ id, name, argument }: Call, hasId: boolean, isSigned: boolean): JsonObject {
  return {
    functionCall: { ...(hasId ? { id } : {}), name, args: { path: argument } },
    ...(isSigned ? { thoughtSignature: 'c2lnbmF0dXJl' } : {}),
  }
}

function resultPart({ id, name, result, hasFailed }: Call, hasId: boolean): JsonObject {
  const response = hasFailed ? { error: result } : { output: result }
  return { functionResponse: { ...(hasId ? { id } : {}), name, response } }
}
