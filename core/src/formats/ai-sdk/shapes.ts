import type { Reshape, Shapes } from '../../model/format.ts'
import { isObject, type JsonObject, nonEmpty } from '../../model/json.ts'

import { ownTurn } from './own-turn.ts'

/** Instructions in one string, where they are a list of nothing but words. */
const textContent: Reshape = (raw) => {
  if (!isSent(raw) || !isSystem(raw.role) || !isWords(raw.content)) return raw
  const texts = raw.content.map(({ text }) => text).filter((text) => text !== '')
  return { ...raw, content: texts.join('\n\n') }
}

/** A message whose results say their words in an output that has a type. */
const typedOutput: Reshape = (raw) => {
  if (!isSent(raw)) return raw
  if (!Array.isArray(raw.content)) return asResult(raw)
  if (isAnswer(raw) && isWords(raw.content)) return asResult(raw)
  if (!raw.content.some(isBare)) return raw
  const content = raw.content.map((part) =>
    isBare(part) ? { ...part, output: outputOf(part.output) } : part,
  )
  return { ...raw, content }
}

/** Whether a message is one for the model: a chat has its parts elsewhere, and results inside calls. */
function isSent(raw: unknown): raw is JsonObject {
  return isObject(raw) && !Array.isArray(raw.parts) && !Array.isArray(raw.toolInvocations)
}

/** A message without the names and seals that providers left in its options. */
const withoutIssuer: Reshape = (raw) => {
  if (!isObject(raw)) return raw
  const bare = withoutSeals(raw)
  const [list, parts] = Array.isArray(raw.parts) ? ['parts', raw.parts] : ['content', raw.content]
  const fresh = Array.isArray(parts)
    ? parts.map((part) => (isObject(part) && part.type !== 'reasoning' ? withoutSeals(part) : part))
    : []
  const isSame = !Array.isArray(parts) || fresh.every((part, index) => part === parts[index])
  return isSame ? bare : { ...bare, [String(list)]: fresh }
}

const optionMembers = ['providerOptions', 'providerMetadata', 'callProviderMetadata'] as const
const seals: ReadonlySet<string> = new Set([
  'itemId',
  'reasoningEncryptedContent',
  'signature',
  'redactedData',
  'thoughtSignature',
])

/** A message or a part whose options name and seal nothing; the same reference if they never did. */
function withoutSeals(raw: JsonObject): JsonObject {
  let bare = raw
  for (const name of optionMembers) {
    const options = raw[name]
    if (!isObject(options) || !Object.values(options).some(isSealed)) continue
    const providers = Object.entries(options).map(([provider, own]) => [
      provider,
      isSealed(own) ? filtered(own) : own,
    ])
    bare = { ...bare, [name]: Object.fromEntries(providers) }
  }
  return bare
}

function isSealed(own: unknown): own is JsonObject {
  return isObject(own) && Object.keys(own).some((name) => seals.has(name))
}

function filtered(own: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(own).filter(([name]) => !seals.has(name)))
}

/** The shapes that a message can be given. */
export const shapes: Shapes = {
  'own-turn': (raw) => ownTurn(raw) ?? raw,
  'text-content': textContent,
  'typed-output': typedOutput,
  'without-issuer': withoutIssuer,
}

/** A message as a repair would have it read: each result with an output. */
export function withOutputs(message: JsonObject): JsonObject {
  return typedOutput(message, undefined) as JsonObject
}

/** The call that a message of the tool answers as a whole, as other formats have it. */
export function answeredBy(message: unknown): string | undefined {
  if (!isObject(message) || message.role !== 'tool') return undefined
  return nonEmpty(message.toolCallId) ?? nonEmpty(message.tool_call_id)
}

/** Whether a role is that of instructions, by this name or another format's. */
export function isSystem(role: unknown): boolean {
  return role === 'system' || role === 'developer'
}

/** Whether a content is a list of words that say nothing beside. */
export function isWords(content: unknown): content is readonly { readonly text: string }[] {
  return Array.isArray(content) && content.every(isPlainText)
}

function isPlainText(part: unknown): boolean {
  if (!isObject(part) || part.type !== 'text' || typeof part.text !== 'string') return false
  return Object.keys(part).length === 2
}

function isBare(part: unknown): part is JsonObject & { readonly output: string } {
  return isObject(part) && part.type === 'tool-result' && typeof part.output === 'string'
}

function isAnswer(message: JsonObject): boolean {
  return answeredBy(message) !== undefined
}

/** A message that is one result becomes one that holds it. */
function asResult(message: JsonObject): JsonObject {
  const { toolCallId: _own, tool_call_id: _other, toolName, name, content, ...rest } = message
  const id = answeredBy(message)
  if (id === undefined || content === undefined || content === null) return message
  const tool = nonEmpty(toolName) ?? nonEmpty(name)
  const named = { type: 'tool-result', toolCallId: id, ...(tool === undefined ? {} : { toolName: tool }) }
  return { ...rest, content: [{ ...named, output: outputOf(content) }] }
}

function outputOf(words: unknown): JsonObject {
  if (typeof words === 'string') return { type: 'text', value: words }
  return { type: Array.isArray(words) ? 'content' : 'json', value: words }
}
