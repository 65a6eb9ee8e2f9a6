import type { Call, Turn } from './conversation.ts'
import { neovateDamages } from './damage-neovate.ts'
import { isObject, type Json, type JsonObject } from './json.ts'
import { partsOf, type Scribe } from './scribe.ts'

/** Writes Neovate's messages: calls are parts of the model's, results stand in messages of the tool. */
export const neovate: Scribe = {
  root: 'messages',

  idOf(_api, style, name, number) {
    if (style === 1) return `toolu_${number}a`
    return style === 2 ? `functions.${name}:${number}` : `call_${number}a`
  },

  write(turns, { hasSystem, formOf }) {
    const messages = turns.flatMap((turn, index) => messagesOf(turn, formOf(index)))
    const all = hasSystem ? [{ role: 'system', content: 'Be brief.' }, ...messages] : messages
    return formOf(0) % 3 === 0 ? linked(all, formOf(0) >= 8) : all
  },

  body: ({ model }) => (model.name === undefined ? {} : { model: model.name }),

  callId: ['id'],
  callArguments: ['input'],
  callName: ['name'],
  resultId: ['toolCallId'],
  resultContent: ['result', 'llmContent'],
  content: 'content',
  callsOf: (turn) => partsOf(turn, turn.content).filter(({ value }) => value.type === 'tool_use'),
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
    if (isObject(result.result)) result.result.isError = true
  },
  resultTurn: (result) => ({ role: 'tool', content: [result] }),
  resultByModel: (result) => ({ role: 'assistant', content: [result] }),
  emptyTurns: [
    { role: 'user', content: '' },
    { role: 'user', content: [] },
  ],
  emptyContents: ['', undefined],
  wrongRoles: ['human', 'bot', 'data'],

  without: ['empty-call-list'],
  harmless: [
    'trailing-space',
    'a-branch-that-was-left',
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
    'results-in-the-users-name',
    'text-after-call',
  ],
  settle: relink,
  own: neovateDamages,
}

/** Messages that name each other, as in a list out of a session; a note of a title may stand first. */
function linked(messages: readonly JsonObject[], hasNote: boolean): JsonObject[] {
  const named = messages.map((message, index) => ({
    type: 'message',
    uuid: `m${index}`,
    parentUuid: index === 0 ? null : `m${index - 1}`,
    ...message,
  }))
  return hasNote ? [{ type: 'custom-title', customTitle: 'A talk' }, ...named] : named
}

/** Messages are written one after the other: each follows the one before it, but for a branch that was left. */
function relink(turns: readonly Json[]): void {
  let last: Json = null
  for (const turn of turns) {
    if (!isObject(turn) || typeof turn.uuid !== 'string' || turn.uuid === 'left') continue
    turn.parentUuid = last
    last = turn.uuid
  }
}

function messagesOf({ speaker, text, calls }: Turn, form: number): JsonObject[] {
  const role = roleOf(speaker)
  if (calls.length === 0) return [{ role, content: form % 2 === 0 ? (text ?? '') : [textPart(text)] }]
  const words = text === undefined ? [] : [textPart(text)]
  const results = calls.map(resultPart)
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
  return { type: 'tool_use', id, name, input: { path: argument } }
}

function resultPart({ id, name, result, hasFailed }: Call): JsonObject {
  const said = { llmContent: result, ...(hasFailed ? { isError: true } : {}) }
  return { type: 'tool-result', toolCallId: id, toolName: name, input: {}, result: said }
}
