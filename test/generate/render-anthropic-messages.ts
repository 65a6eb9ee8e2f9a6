import type { Call, Turn } from './conversation.ts'
import type { Json, JsonObject } from './json.ts'
import { partsOf, type Scribe } from './scribe.ts'

/** Writes Messages API requests: calls and results are blocks of a message. */
export const anthropicMessages: Scribe = {
  root: 'messages',

  idOf(_api, style, name, number) {
    if (style === 1) return `call_${number}a`
    return style === 2 ? `${name}-${number}` : `toolu_${number}a`
  },

  write(turns, { formOf }) {
    const messages: JsonObject[] = []
    for (const [index, turn] of turns.entries()) {
      const form = formOf(index)
      const before = turns[index - 1]
      const joinsResults = turn.speaker === 'user' && (before?.calls.length ?? 0) > 0 && form >= 8
      const results = joinsResults ? messages.at(-1)?.content : undefined
      if (Array.isArray(results)) results.push(textBlock(turn.text))
      else messages.push(...messagesOf(turn, form))
    }
    return messages
  },

  body: ({ model, hasSystem }) => ({
    ...(model.name === undefined ? {} : { model: model.name }),
    ...(hasSystem ? { system: 'Be brief.' } : {}),
  }),

  callId: ['id'],
  callArguments: ['input'],
  resultId: ['tool_use_id'],
  resultContent: ['content'],
  content: 'content',
  callsOf: (turn) => partsOf(turn, turn.content).filter(({ value }) => value.type === 'tool_use'),
  resultsOf: (turn) => partsOf(turn, turn.content).filter(({ value }) => value.type === 'tool_result'),
  textsOf(turn) {
    if (typeof turn.content === 'string') return [{ holder: turn, key: 'content' }]
    const blocks = partsOf(turn, turn.content).filter(({ value }) => typeof value.text === 'string')
    return blocks.map(({ value }) => ({ holder: value, key: 'text' }))
  },
  wordsOf: ({ content }) => (Array.isArray(content) ? content : undefined),
  text: textBlock,
  say: (speaker, words) => ({ role: roleOf(speaker), content: words }),
  said: (words) => words,
  fail(result) {
    result.is_error = true
  },
  resultTurn: (result) => ({ role: 'user', content: [result] }),
  resultByModel: (result) => ({ role: 'assistant', content: [result] }),
  emptyTurns: [
    { role: 'user', content: '' },
    { role: 'user', content: [] },
  ],
  emptyContents: ['', [], null, undefined],
  wrongRoles: ['human', 'system', 'tool'],

  without: ['empty-call-list'],
  harmless: [],
}

function messagesOf({ speaker, text, calls }: Turn, form: number): JsonObject[] {
  const role = roleOf(speaker)
  if (calls.length === 0) return [{ role, content: form % 2 === 0 ? (text ?? '') : [textBlock(text)] }]
  const words = text === undefined ? [] : [textBlock(text)]
  const results = calls.map((call) => resultBlock(call, form))
  return [
    { role, content: [...words, ...calls.map(callBlock)] },
    { role: 'user', content: form % 4 >= 2 ? results.reverse() : results },
  ]
}

function roleOf(speaker: Turn['speaker']): string {
  return speaker === 'user' ? 'user' : 'assistant'
}

function textBlock(text: string | undefined): JsonObject {
  return { type: 'text', text: text ?? '' }
}

function callBlock({ id, name, argument }: Call): JsonObject {
  return { type: 'tool_use', id, name, input: { path: argument } }
}

function resultBlock({ id, result, hasFailed }: Call, form: number): JsonObject {
  const content: Json = form % 2 === 0 ? result : [textBlock(result)]
  return { type: 'tool_result', tool_use_id: id, content, ...(hasFailed ? { is_error: true } : {}) }
}
