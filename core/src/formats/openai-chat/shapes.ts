import type { Reshape } from '../../model/format.ts'
import { isObject, type JsonObject } from '../../model/json.ts'
import { mediaMoved } from '../../texts/fixed.ts'

/** A message whose content is one string, beside calls too if wished; a list of more than words stays as it is. */
const textContent: Reshape = (raw, besideCalls) => {
  if (!isObject(raw)) return raw
  const { content, tool_calls: calls } = raw
  const hasCalls = Array.isArray(calls) && calls.length > 0
  if (content === null && hasCalls && besideCalls === true) return { ...raw, content: '' }
  const isWords = Array.isArray(content) && content.every(isText)
  return isWords ? { ...raw, content: joined(content) } : raw
}

/** A result without images. */
const textOnly: Reshape = (raw) => {
  if (!isObject(raw) || !Array.isArray(raw.content) || !raw.content.some(isMedia)) return raw
  const rest: readonly unknown[] = raw.content.filter((item) => !isMedia(item))
  const content = rest.every(isText) ? joined(rest) || mediaMoved : rest
  return { ...raw, content }
}

/** A message with no other members than these. */
const knownMembers: Reshape = (raw, wish) => {
  if (!isObject(raw) || !Array.isArray(wish)) return raw
  const members = Object.entries(raw)
  const known = members.filter(([name]) => wish.includes(name))
  return known.length === members.length ? raw : Object.fromEntries(known)
}

/** The shapes that a message can be given. */
export const shapes: Readonly<Record<string, Reshape>> = {
  'text-content': textContent,
  'text-only': textOnly,
  'known-members': knownMembers,
}

type TextItem = JsonObject & { readonly text: string }

function isText(item: unknown): item is TextItem {
  return isObject(item) && item.type === 'text' && typeof item.text === 'string'
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
