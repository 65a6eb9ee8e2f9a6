import type { Reshape, Shapes } from '../../model/format.ts'
import { isObject, type JsonObject, printJson } from '../../model/json.ts'
import { mediaMoved } from '../../texts/fixed.ts'
import { typedContent } from '../typed-content.ts'
import { ownTurn } from './own-turn.ts'

/** A message whose content is one string, beside calls too if wished; a list of more than words stays as it is. */
const textContent: Reshape = (raw, besideCalls) => {
  if (!isObject(raw)) return raw
  const { content, tool_calls: calls } = raw
  const hasCalls = Array.isArray(calls) && calls.length > 0
  if (content === null && hasCalls && besideCalls === true) return { ...raw, content: '' }
  const isWords = Array.isArray(content) && content.every(isText)
  return isWords ? { ...raw, content: joined(content) } : raw
}

/** A message whose content is one string, with its images in a list beside it; what that cannot hold is told in words. */
const textAndImages: Reshape = (raw) => {
  if (!isObject(raw) || !Array.isArray(raw.content) || !raw.content.every(isObject)) return raw
  const items: readonly JsonObject[] = raw.content
  const images = items.flatMap((item) => imageIn(item) ?? [])
  const words = items.filter((item) => imageIn(item) === undefined).map(asText)
  const message = { ...raw, content: joined(words) }
  if (images.length === 0) return message
  return { ...message, images: [...(Array.isArray(raw.images) ? raw.images : []), ...images] }
}

const embedded = /^data:image\/[\w.+-]+;base64,/

/** The bytes of an image, where the message holds them itself. */
function imageIn({ type, image_url: image }: JsonObject): string | undefined {
  const url = isObject(image) ? image.url : image
  if (type !== 'image_url' || typeof url !== 'string' || !embedded.test(url)) return undefined
  return url.slice(url.indexOf(',') + 1)
}

function asText(item: JsonObject): TextItem {
  return isText(item) ? item : { type: 'text', text: printJson(item) }
}

/** A result without images. */
const textOnly: Reshape = (raw) => {
  if (!isObject(raw) || !Array.isArray(raw.content) || !raw.content.some(isMedia)) return raw
  const rest: readonly unknown[] = raw.content.filter((item) => !isMedia(item))
  const content = rest.every(isText) ? joined(rest) || mediaMoved : rest
  return { ...raw, content }
}

/** Members that are a message's content in their own right, so that `content` may be null beside them. */
export const otherContent: readonly string[] = ['function_call', 'audio', 'refusal']

/** A message with no other members than these. */
const knownMembers: Reshape = (raw, wish) => {
  if (!isObject(raw) || !Array.isArray(wish)) return raw
  return filtered(raw, (name) => wish.includes(name))
}

/** A message without these members, but for what it says in them. */
const withoutMembers: Reshape = (raw, wish) => {
  if (!isObject(raw) || !isObject(wish) || !Array.isArray(wish.turn)) return raw
  const { turn: names } = wish
  return filtered(raw, (name, value) => !names.includes(name) || value === undefined || isSaid(name, value))
}

function filtered(raw: JsonObject, isKept: (name: string, value: unknown) => boolean): JsonObject {
  const members = Object.entries(raw)
  const kept = members.filter(([name, value]) => isKept(name, value))
  return kept.length === members.length ? raw : Object.fromEntries(kept)
}

function isSaid(name: string, value: unknown): boolean {
  return otherContent.includes(name) && value !== undefined && value !== null
}

/** A message without the sealed reasoning that routers and proxies keep beside it; of details, those in plain words stay. */
const withoutIssuer: Reshape = (raw) => {
  if (!isObject(raw)) return raw
  const bare = filtered(raw, (name, value) => !sealed.includes(name) || value === undefined)
  const { reasoning_details: details } = raw
  if (!Array.isArray(details) || !details.some(isSealed)) return bare
  const open = details.filter((detail) => !isSealed(detail))
  if (open.length > 0) return { ...bare, reasoning_details: open }
  return filtered(bare, (name) => name !== 'reasoning_details')
}

const sealed: readonly string[] = ['reasoning_opaque', 'thinking_blocks', 'encrypted_content']

function isSealed(detail: unknown): boolean {
  return isObject(detail) && (detail.type === 'reasoning.encrypted' || typeof detail.signature === 'string')
}

/** The shapes that a message can be given. */
export const shapes: Shapes = {
  'own-turn': (raw) => ownTurn(raw) ?? raw,
  'result-item': (raw) => (isObject(raw) && raw.role === 'function' ? { ...raw, role: 'tool' } : raw),
  'text-content': textContent,
  'text-and-images': textAndImages,
  'text-only': textOnly,
  'known-members': knownMembers,
  'typed-content': (raw) => {
    const content = isObject(raw) ? typedContent(raw.content) : undefined
    return !isObject(raw) || content === raw.content ? raw : { ...raw, content }
  },
  'without-issuer': withoutIssuer,
  'without-members': withoutMembers,
}

type TextItem = JsonObject & { readonly text: string }

function isText(item: unknown): item is TextItem {
  return isObject(item) && item.type === 'text' && typeof item.text === 'string'
}

/** Whether a call is of a custom tool; a call that names a function too is the function's. */
export function isCustomCall(raw: unknown): boolean {
  return isObject(raw) && isObject(raw.custom) && !isObject(raw.function)
}

/** Whether an item of a content is an image, a sound or a file. */
export function isMedia(item: unknown): boolean {
  return isObject(item) && (item.type === 'image_url' || item.type === 'input_audio' || item.type === 'file')
}

function joined(items: readonly TextItem[]): string {
  return items
    .map(({ text }) => text)
    .filter((text) => text !== '')
    .join('\n\n')
}
