import { isObject, type JsonObject, printJson } from '../model/json.ts'

/** A list of parts that all say their type: one that does not becomes words, or the image that a chat message holds. */
export function typedContent(content: unknown, textType = 'text'): unknown {
  if (!Array.isArray(content) || !content.some(isUntyped)) return content
  return content.map((part: unknown) => (isUntyped(part) ? typed(part, textType) : part))
}

function isUntyped(part: unknown): part is JsonObject {
  return isObject(part) && typeof part.type !== 'string'
}

function typed({ type: _type, ...rest }: JsonObject, textType: string): JsonObject {
  if (typeof rest.text === 'string') return { type: textType, ...rest }
  if (isObject(rest.image_url) && textType === 'text') return { type: 'image_url', ...rest }
  return { type: textType, text: printJson(rest) }
}
