import type { Format, Output, Piece } from '../../model/format.ts'
import { isObject, type JsonObject, printJson, toWellFormed } from '../../model/json.ts'
import { asGiven, isTypedBlocks } from '../../model/output.ts'
import type { Call, Result, Speaker } from '../../model/transcript.ts'
import { hasMark } from './blocks.ts'
import { distinctTools } from './repeated-tools.ts'

const roles: Readonly<Record<Speaker, string>> = {
  user: 'user',
  model: 'assistant',
  system: 'user',
  tool: 'user',
  unknown: 'user',
}

const plain = (value: unknown): unknown => value

/** Thinking turned off, or left to the model, with what else was said of it but how much it may think. */
function thinkingOf(value: unknown, body: unknown): unknown {
  if (value !== 'adaptive') return { type: 'disabled' }
  const given = memberOf(body, 'thinking')
  const { budget_tokens: _budget, ...rest } = isObject(given) ? given : {}
  return { ...rest, type: value }
}

/** Where each fact is written. */
export const facts: Format['facts'] = {
  turn: { speaker: { path: ['role'], encode: (speaker) => roles[speaker as Speaker] } },
  call: {
    id: { path: ['id'], encode: plain },
    name: { path: ['name'], encode: plain },
    arguments: { path: ['input'], encode: plain },
  },
  result: {
    id: { path: ['tool_use_id'], encode: plain },
    content: { path: ['content'], encode: plain },
  },
  text: { text: { path: ['text'], encode: plain } },
  part: { mark: { path: ['cache_control'], encode: plain } },
  body: {
    instructions: { path: ['system'], encode: instructionsOf },
    'instruction-parts': { path: ['system'], encode: plain },
    'whole-instructions': {
      path: ['system'],
      encode: (_, body) => toWellFormed(memberOf(body, 'system')),
    },
    thinking: { path: ['thinking'], encode: thinkingOf },
    tools: { path: ['tools'], encode: declarationsOf },
    'distinct-tools': { path: ['tools'], encode: (_, body) => withoutRepeats(memberOf(body, 'tools')) },
    choice: { path: ['tool_choice'], encode: choiceOf },
    'surplus-marks': [
      { path: ['tools'], encode: (count, body) => withoutMarks(memberOf(body, 'tools'), Number(count)) },
      {
        path: ['system'],
        encode: (count, body) =>
          withoutMarks(memberOf(body, 'system'), Number(count) - marksIn(memberOf(body, 'tools'))),
      },
    ],
  },
}

/** Tools with these names, of which nothing else is known. */
function declarationsOf(names: unknown): unknown {
  const list: readonly unknown[] = Array.isArray(names) ? names : [names]
  return list.map((name) => ({ name, input_schema: { type: 'object' } }))
}

/** A choice of this type, with what else was said of it but the tool. */
function choiceOf(type: unknown, body: unknown): unknown {
  const given = memberOf(body, 'tool_choice')
  const { name: _name, ...rest } = isObject(given) ? given : {}
  return { ...rest, type }
}

function withoutRepeats(tools: unknown): unknown {
  return Array.isArray(tools) ? distinctTools(tools) : tools
}

function memberOf(body: unknown, name: string): unknown {
  return isObject(body) ? body[name] : undefined
}

function marksIn(list: unknown): number {
  return Array.isArray(list) ? list.filter(hasMark).length : 0
}

/** A list whose first marks are taken off: tools stand before instructions, and both before the turns. */
function withoutMarks(list: unknown, count: number): unknown {
  if (!Array.isArray(list)) return list
  let left = count
  return list.map((element: unknown) => {
    if (left <= 0 || !isObject(element) || !hasMark(element)) return element
    left--
    const { cache_control: _mark, ...rest } = element
    return rest
  })
}

/** Instructions as one string where they are nothing but words, else as a list of blocks. */
function instructionsOf(value: unknown): unknown {
  const pieces: readonly unknown[] = Array.isArray(value) ? value : [value]
  const words = pieces.map(wordsOf)
  if (words.every((text) => text !== undefined)) return words.join('\n\n')
  return pieces.map((piece) => (typeof piece === 'string' ? renderText(piece) : piece))
}

function wordsOf(piece: unknown): string | undefined {
  if (typeof piece === 'string') return piece
  const isPlain = isObject(piece) && typeof piece.text === 'string' && Object.keys(piece).length === 2
  return isPlain ? String(piece.text) : undefined
}

export function renderText(text: string): unknown {
  return { type: 'text', text }
}

export function renderResult(call: Call, text: string): unknown {
  return { type: 'tool_result', tool_use_id: call.id ?? '', content: text, is_error: true }
}

export function renderOutput(call: Call, output: Output): unknown {
  return { type: 'tool_result', tool_use_id: call.id ?? '', content: contentOf(output) }
}

function contentOf(given: Output): unknown {
  const output = asGiven(given, isTypedBlocks)
  if ('content' in output) return output.content
  return 'text' in output ? output.text : printJson(output.json)
}

export const renderTurn: Format['renderTurn'] = (speaker, content) => ({
  role: roles[speaker],
  content: 'text' in content ? content.text : content.parts,
})

export function unpack(part: Result | Call): readonly Piece[] {
  const raw = isObject(part.raw) ? part.raw : {}
  const content = part.kind === 'call' ? raw.input : raw.content
  if (typeof content === 'string') return content === '' ? [] : [{ text: content }]
  if (content === undefined || content === null) return strangers(raw)
  if (!Array.isArray(content)) return [{ text: printJson(content) }]
  return Array.from(content, pieceOf)
}

// A result of another shape may keep its words under a name of its own: they are not lost.
function strangers(raw: JsonObject): readonly Piece[] {
  const {
    type: _type,
    id: _id,
    tool_use_id: _result,
    name: _name,
    is_error: _error,
    cache_control: _mark,
    ...rest
  } = raw
  return Object.keys(rest).length === 0 ? [] : [{ text: printJson(rest) }]
}

/** A result with other blocks; one whose blocks all stay is the same value. */
export function withContent(raw: unknown, change: (block: unknown) => readonly unknown[]): unknown {
  if (!isObject(raw) || !Array.isArray(raw.content)) return raw
  const blocks: readonly unknown[] = raw.content
  const content = blocks.flatMap(change)
  const isSame = content.length === blocks.length && content.every((block, index) => block === blocks[index])
  return isSame ? raw : { ...raw, content }
}

export function wordsAlone(block: unknown): readonly unknown[] {
  if (isObject(block) && block.type === 'text') return [block]
  const piece = pieceOf(block)
  return 'text' in piece ? [renderText(piece.text)] : []
}

export function isReferenceTo(block: unknown, names: unknown): boolean {
  const isReference = isObject(block) && block.type === 'tool_reference'
  return isReference && Array.isArray(names) && names.includes(block.tool_name)
}

function pieceOf(block: unknown): Piece {
  if (!isObject(block)) return { text: printJson(block) }
  if (block.type === 'text' && typeof block.text === 'string') return { text: block.text }
  // Images and documents may stand in a user turn as they are; anything else is legal only in a result.
  return block.type === 'image' || block.type === 'document' ? { media: block } : { text: printJson(block) }
}
