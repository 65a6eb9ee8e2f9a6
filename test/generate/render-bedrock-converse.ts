import type { Model } from './api.ts'
import type { Call, Turn } from './conversation.ts'
import { converseDamages } from './damage-bedrock.ts'
import { isObject, type Json, type JsonObject } from './json.ts'
import { partsOf, type Scribe } from './scribe.ts'

/** Writes Converse requests: every block is named by its one member, and speakers alternate. */
export const bedrockConverse: Scribe = {
  root: 'messages',

  idOf(_api, style, name, number) {
    if (style === 1) return `call_${number}a`
    return style === 2 ? `${name}-${number}` : `tooluse_${number}a`
  },

  write(turns, { formOf, model }) {
    const messages: JsonObject[] = []
    const isMeta = model.name?.startsWith('meta') === true
    for (const [index, turn] of turns.entries()) {
      const form = formOf(index)
      const before = aside(turns, index, form, model)
      const written = messagesOf(turn, form, before, between(turn, form, model))
      for (const message of isMeta ? written.flatMap(apart) : written) push(messages, message, isMeta)
    }
    return sparing(messages, model.isThinking)
  },

  body: ({ model, hasSystem }) => ({
    ...(model.name === undefined ? {} : { modelId: model.name }),
    ...(hasSystem ? { system: [{ text: 'Be brief.' }] } : {}),
    toolConfig: { tools: [{ toolSpec: { name: 'run', inputSchema: { json: { type: 'object' } } } }] },
    ...(model.isThinking ? { additionalModelRequestFields: { thinking: thinkingOf(model) } } : {}),
  }),

  callId: ['toolUse', 'toolUseId'],
  callArguments: ['toolUse', 'input'],
  callName: ['toolUse', 'name'],
  resultId: ['toolResult', 'toolUseId'],
  resultContent: ['toolResult', 'content'],
  content: 'content',
  callsOf: (turn) => partsOf(turn, turn.content).filter(({ value }) => isObject(value.toolUse)),
  resultsOf: (turn) => partsOf(turn, turn.content).filter(({ value }) => isObject(value.toolResult)),
  textsOf(turn) {
    const blocks = partsOf(turn, turn.content).filter(({ value }) => typeof value.text === 'string')
    return blocks.map(({ value }) => ({ holder: value, key: 'text' }))
  },
  wordsOf: ({ content }) => (Array.isArray(content) ? content : undefined),
  text: textBlock,
  say: (speaker, words) => ({ role: roleOf(speaker), content: [textBlock(words)] }),
  said: (words) => [textBlock(words)],
  fail(result) {
    if (isObject(result.toolResult)) result.toolResult.status = 'error'
  },
  resultTurn: (result) => ({ role: 'user', content: [result] }),
  resultByModel: (result) => ({ role: 'assistant', content: [result] }),
  emptyTurns: [{ role: 'user', content: [] }],
  emptyContents: [[], [{ text: '' }], null, undefined, [{ text: ' ' }, { json: {} }]],
  wrongRoles: ['human', 'system', 'tool'],

  own: converseDamages,
  without: ['empty-call-list'],
  harmless: ['thinking-off'],
}

/** What stands before the words of a model's turn: reasoning, signed or sealed. */
function aside(turns: readonly Turn[], index: number, form: number, model: Model): JsonObject[] {
  const turn = turns[index]
  if (turn?.speaker !== 'model') return []
  const isHead = index === 0 || turns[index - 1]?.speaker === 'user'
  const isSome = model.isBound ? form % 3 > 0 : isHead && form > 11
  const isReasoned = model.isThinking ? isHead || form % 3 > 0 : isSome
  return isReasoned ? [{ reasoningContent: form % 4 === 3 ? sealed : signed }] : []
}

/** What stands between the words of a model's turn and its calls: some think again. */
function between({ speaker }: Turn, form: number, { isBound }: Model): JsonObject[] {
  return speaker === 'model' && isBound === true && form % 4 === 1 ? [{ reasoningContent: silent }] : []
}

const silent = { reasoningText: { text: '', signature: 'c2lnbmVk' } }
const signed = { reasoningText: { text: 'Considered.', signature: 'c2lnbmVk' } }
const sealed = { redactedContent: 'c2VhbGVk' }

function thinkingOf({ isAdaptive }: Model): JsonObject {
  return isAdaptive ? { type: 'adaptive' } : { type: 'enabled', budget_tokens: 1024 }
}

/** Words and calls in messages of their own. */
function apart(message: JsonObject): JsonObject[] {
  const blocks = Array.isArray(message.content) ? message.content : []
  const at = blocks.findIndex(isCall)
  const isMixed = at > 0 && blocks.some((block) => isObject(block) && block.text !== undefined)
  if (!isMixed) return [message]
  return [
    { ...message, content: blocks.slice(0, at) },
    { ...message, content: blocks.slice(at) },
  ]
}

function isCall(block: Json): boolean {
  return isObject(block) && isObject(block.toolUse)
}

/** Puts a message at the end, or into the last one if both have one speaker. */
function push(messages: JsonObject[], message: JsonObject, isApart: boolean): void {
  const last = messages.at(-1)
  const blocks = last?.role === message.role ? last?.content : undefined
  if (!Array.isArray(blocks) || !Array.isArray(message.content)) {
    messages.push(message)
    return
  }
  const hasResults = blocks.some((block) => isObject(block) && isObject(block.toolResult))
  const isMixed = blocks.some(isCall) !== message.content.some(isCall)
  if (hasResults && isApart) messages.push({ role: 'assistant', content: [textBlock('Noted.')] }, message)
  else if (isMixed && isApart) messages.push({ role: 'user', content: [textBlock('Go on.')] }, message)
  else blocks.push(...message.content)
}

/** As many marks as Claude takes, and no thought to go on from for a model that does not think. */
function sparing(messages: readonly JsonObject[], isThinking: boolean): JsonObject[] {
  let marks = 0
  return messages.map((message, index) => {
    const isLast = index === messages.length - 1 && message.role === 'assistant'
    const isTaken = (block: Json): boolean => {
      if (!isObject(block)) return true
      if (isObject(block.cachePoint)) return ++marks <= 4
      return !(isLast && !isThinking && isObject(block.reasoningContent))
    }
    return Array.isArray(message.content) ? { ...message, content: message.content.filter(isTaken) } : message
  })
}

function messagesOf(
  { speaker, text, calls }: Turn,
  form: number,
  before: readonly JsonObject[],
  again: readonly JsonObject[],
): JsonObject[] {
  const role = roleOf(speaker)
  const words = [...structuredClone(before), ...(text === undefined ? [] : [textBlock(text)])]
  const mark = form >= 12 ? [{ cachePoint: { type: 'default' } }] : []
  if (calls.length === 0) return [{ role, content: [...words, ...mark] }]
  const results = calls.map((call) => resultBlock(call, form))
  return [
    { role, content: [...words, ...structuredClone(again), ...calls.map(callBlock)] },
    { role: 'user', content: [...(form % 4 >= 2 ? results.reverse() : results), ...mark] },
  ]
}

function roleOf(speaker: Turn['speaker']): string {
  return speaker === 'user' ? 'user' : 'assistant'
}

function textBlock(text: string): JsonObject {
  return { text }
}

function callBlock({ id, name, argument }: Call): JsonObject {
  return { toolUse: { toolUseId: id, name, input: { path: argument } } }
}

function resultBlock({ id, result, hasFailed }: Call, form: number): JsonObject {
  const content: Json = [form % 2 === 0 ? textBlock(result) : { json: { said: result } }]
  const status: JsonObject = form >= 8 ? { status: 'success' } : {}
  return { toolResult: { toolUseId: id, content, ...(hasFailed ? { status: 'error' } : status) } }
}
