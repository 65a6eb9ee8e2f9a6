import { usableArguments } from '../../engine/for-rules/arguments.ts'
import type { Shapes } from '../../model/format.ts'
import { isObject, type JsonObject, printJson } from '../../model/json.ts'
import { isAmong } from '../../model/plain.ts'
import { typedContent } from '../typed-content.ts'
import { imageToText } from './images.ts'
import { ownTurn } from './own-turn.ts'
import { isNothing, ownContent } from './pieces.ts'
import { isReferenceTo, renderText, withContent, wordsAlone } from './render.ts'

/** The shapes that a message or a block can be given. */
export const shapes: Shapes = {
  'own-turn': (raw) => ownTurn(raw) ?? raw,
  'text-only': (raw) => withContent(raw, wordsAlone),
  'without-references': (raw, wish) =>
    withContent(raw, (block) => (isReferenceTo(block, wish) ? [] : [block])),
  'told-content': toldContent,
  'without-members': withoutMembers,
  'own-content': ownContent,
  'typed-content': typedMessage,
  'image-to-text': imageToText,
}

/** A message of which every block, and every block in a result, says its type. */
function typedMessage(raw: unknown): unknown {
  if (!isObject(raw) || !Array.isArray(raw.content)) return raw
  const blocks: readonly unknown[] = raw.content
  const inner = blocks.map((block) => {
    if (!isObject(block) || block.type !== 'tool_result') return block
    const content = typedContent(block.content)
    return content === block.content ? block : { ...block, content }
  })
  const isSame = inner.every((block, index) => block === blocks[index])
  const content = typedContent(isSame ? blocks : inner)
  return content === blocks ? raw : { ...raw, content }
}

/** A result that holds a string, blocks or nothing: any other value is printed. */
function toldContent(raw: unknown): unknown {
  if (!isObject(raw)) return raw
  const { content } = raw
  if (typeof content === 'string' || content === undefined || content === null) return raw
  if (Array.isArray(content)) return withContent(raw, (block) => [toldBlock(block)])
  return { ...raw, content: isObject(content) && isTyped(content) ? [content] : printJson(content) }
}

function toldBlock(block: unknown): unknown {
  if (!isObject(block)) return renderText(typeof block === 'string' ? block : printJson(block))
  if (block.type !== 'text' || typeof block.text === 'string') return block
  return { ...block, text: block.text === undefined || block.text === null ? '' : printJson(block.text) }
}

function isTyped({ type, text, source }: JsonObject): boolean {
  return type === 'text'
    ? typeof text === 'string'
    : (type === 'image' || type === 'document') && isObject(source)
}

/** The kind of part that a block is, as rulebooks call it. */
const kinds: ReadonlyMap<unknown, string> = new Map([
  ['text', 'text'],
  ['tool_use', 'call'],
  ['tool_result', 'result'],
])

/** A message or a block without members that are refused. */
function withoutMembers(raw: unknown, wish: unknown): unknown {
  if (!isObject(raw) || !isObject(wish)) return raw
  // A wish is about a message, or about the parts of one.
  const names = wish.turn ?? wish[kinds.get(raw.type) ?? '']
  const own = Array.isArray(names) ? without(raw, names) : raw
  const { text: inTexts } = wish
  if (raw.type !== 'tool_result' || !Array.isArray(raw.content) || !Array.isArray(inTexts)) return own
  // Only the texts of a result: the API takes no calls and results in there, whatever members they have.
  return withContent(own, (block) => [isText(block) ? without(block, inTexts) : block])
}

function isText(block: unknown): block is JsonObject {
  return isObject(block) && block.type === 'text'
}

/** The text that a stream left of a call's arguments, where they were not read, is its arguments. */
function withArguments({ input, partial_json: left }: JsonObject, kept: JsonObject): JsonObject {
  if (!isNothing(input) || typeof left !== 'string' || left.trim() === '' || 'partial_json' in kept)
    return kept
  return { ...kept, input: usableArguments({ arguments: left }) }
}

function without(raw: JsonObject, names: readonly unknown[]): JsonObject {
  // Hardly any block has one, and all are asked.
  if (!hasOneOf(raw, names)) return raw
  const members = Object.entries(raw)
  const kept = members.filter(([name, value]) => !names.includes(name) || isSaid(name, value))
  return kept.length === members.length ? raw : withArguments(raw, Object.fromEntries(kept))
}

function hasOneOf(raw: JsonObject, names: readonly unknown[]): boolean {
  for (const name in raw) if (isAmong(names, name)) return true
  return false
}

/** Words where no words belong are words all the same. */
function isSaid(name: string, value: unknown): boolean {
  return value === undefined || (name === 'text' && value !== null && value !== '')
}
