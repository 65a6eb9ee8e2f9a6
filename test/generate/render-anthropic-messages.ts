import type { Model } from './api.ts'
import type { Call, Turn } from './conversation.ts'
import { anthropicDamages } from './damage-anthropic.ts'
import type { Json, JsonObject } from './json.ts'
import { partsOf, type Scribe } from './scribe.ts'

/** Writes Messages API requests: calls and results are blocks of a message. */
export const anthropicMessages: Scribe = {
  root: 'messages',

  idOf(_api, style, name, number) {
    if (style === 1) return `call_${number}a`
    return style === 2 ? `${name}-${number}` : `toolu_${number}a`
  },

  write(turns, { model, formOf }) {
    const messages: JsonObject[] = []
    for (const [index, turn] of turns.entries()) {
      const form = formOf(index)
      const before = turns[index - 1]
      const joinsResults = turn.speaker === 'user' && (before?.calls.length ?? 0) > 0 && form >= 8
      const results = joinsResults ? messages.at(-1)?.content : undefined
      if (Array.isArray(results)) results.push(textBlock(turn.text))
      else
        messages.push(...messagesOf(turn, form, aside(turns, index, form, model), between(turn, form, model)))
    }
    return messages
  },

  body: ({ api, model, hasSystem, formOf }) => ({
    ...(model.name === undefined ? {} : { model: model.name }),
    ...(hasSystem ? { system: systemOf(formOf(0)) } : {}),
    ...(formOf(0) % 4 === 0 || api === 'everywhere-anthropic-messages'
      ? { tools: [{ name: 'run' }, { name: 'search' }] }
      : {}),
    ...(model.isThinking ? { thinking: thinkingOf(model) } : {}),
  }),

  callId: ['id'],
  callArguments: ['input'],
  callName: ['name'],
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

  own: anthropicDamages,
  without: ['empty-call-list'],
  harmless: ['thinking-off'],
}

/** What stands before the words of a model's turn: reasoning, and a tool that the server ran. */
function aside(turns: readonly Turn[], index: number, form: number, model: Model): JsonObject[] {
  const turn = turns[index]
  if (turn?.speaker !== 'model') return []
  const isHead = turns[index - 1]?.speaker === 'user'
  const isSome = model.isBound ? form % 3 > 0 : turn.calls.length > 0 && form > 11
  const isReasoned = model.isThinking ? isHead || form % 3 > 0 : isSome
  return [...(isReasoned ? [thought(form)] : []), ...(form % 5 === 4 ? searched(index) : [])]
}

/** What stands between the words of a model's turn and its calls: some think again. */
function between({ speaker }: Turn, form: number, { isBound, isThinking }: Model): JsonObject[] {
  if (speaker !== 'model' || isBound !== true) return []
  // One that is told how to think may be asked by an API that wants it first.
  return form % 4 === 1 && (!isThinking || form % 3 > 0) ? [{ ...thought(0), thinking: '' }] : []
}

function thought(form: number): JsonObject {
  if (form % 4 === 3) return { type: 'redacted_thinking', data: 'c2VhbGVk' }
  return { type: 'thinking', thinking: 'Considered.', signature: 'c2lnbmVk' }
}

function searched(index: number): JsonObject[] {
  const id = `srvtoolu_${index}`
  return [
    { type: 'server_tool_use', id, name: 'web_search', input: { query: 'oak' } },
    { type: 'web_search_tool_result', tool_use_id: id, content: [] },
  ]
}

function systemOf(form: number): Json {
  return form % 2 === 0 ? 'Be brief.' : [{ ...textBlock('Be brief.'), cache_control: { type: 'ephemeral' } }]
}

function thinkingOf({ isAdaptive }: Model): JsonObject {
  return isAdaptive ? { type: 'adaptive' } : { type: 'enabled', budget_tokens: 1024 }
}

function messagesOf(
  { speaker, text, calls }: Turn,
  form: number,
  before: readonly JsonObject[],
  again: readonly JsonObject[],
): JsonObject[] {
  const role = roleOf(speaker)
  const words = text === undefined ? [] : [textBlock(text)]
  if (calls.length === 0)
    return [{ role, content: form % 2 === 0 && before.length === 0 ? (text ?? '') : [...before, ...words] }]
  const results = calls.map((call) => resultBlock(call, form))
  return [
    { role, content: [...before, ...words, ...again, ...calls.map(callBlock)] },
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
  const content: Json = form % 2 === 0 ? result : [textBlock(result), ...(hasFailed ? [] : extras(form))]
  return { type: 'tool_result', tool_use_id: id, content, ...(hasFailed ? { is_error: true } : {}) }
}

function extras(form: number): JsonObject[] {
  if (form === 5)
    return [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } }]
  return form === 13 ? [{ type: 'tool_reference', tool_name: 'search' }] : []
}
