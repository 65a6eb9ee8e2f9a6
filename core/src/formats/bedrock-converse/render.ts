import type { Format, Output, Piece } from '../../model/format.ts'
import { isObject, type JsonObject, printJson, toWellFormed } from '../../model/json.ts'
import { asGiven, isBlocks } from '../../model/output.ts'
import type { Call, Result, Speaker } from '../../model/transcript.ts'
import { held } from './blocks.ts'
import { toolsOf } from './body.ts'
import { isMark, withoutMarks } from './marks.ts'

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
  const fields = held({ body }, 'body').additionalModelRequestFields
  const { budget_tokens: _budget, ...rest } = held(fields, 'thinking')
  return { ...rest, type: value }
}

/** Where each fact is written. */
export const facts: Format['facts'] = {
  turn: { speaker: { path: ['role'], encode: (speaker) => roles[speaker as Speaker] } },
  call: {
    id: { path: ['toolUse', 'toolUseId'], encode: plain },
    name: { path: ['toolUse', 'name'], encode: plain },
    arguments: { path: ['toolUse', 'input'], encode: plain },
  },
  result: {
    id: { path: ['toolResult', 'toolUseId'], encode: plain },
    content: { path: ['toolResult', 'content'], encode: piecesOf },
  },
  text: { text: { path: ['text'], encode: plain } },
  body: {
    instructions: { path: ['system'], encode: instructionsOf },
    'whole-instructions': {
      path: ['system'],
      encode: (_, body) => toWellFormed(isObject(body) ? body.system : undefined),
    },
    tools: { path: ['toolConfig', 'tools'], encode: declarationsOf },
    // Tools stand before instructions, and both before the turns.
    'surplus-marks': [
      {
        path: ['toolConfig', 'tools'],
        encode: (count, body) => withoutMarks(held(body, 'toolConfig').tools, Number(count)),
      },
      {
        path: ['system'],
        encode: (count, body) =>
          withoutMarks(held({ body }, 'body').system, Number(count) - toolsOf(body).filter(isMark).length),
      },
    ],
    choice: { path: ['toolConfig', 'toolChoice'], encode: (choice) => ({ [String(choice)]: {} }) },
    thinking: { path: ['additionalModelRequestFields', 'thinking'], encode: thinkingOf },
  },
}

function piecesOf(value: unknown): unknown {
  if (typeof value !== 'string') return value
  return value === '' ? [] : [renderText(value)]
}

function instructionsOf(value: unknown): unknown {
  const pieces: readonly unknown[] = Array.isArray(value) ? value : [value]
  return pieces.map((piece) => (typeof piece === 'string' ? renderText(piece) : piece))
}

/** Tools with these names, before what the body lists already. */
function declarationsOf(value: unknown, body: unknown): unknown {
  const names: readonly unknown[] = Array.isArray(value) ? value : [value]
  const stubs = names.map((name) => ({ toolSpec: { name, inputSchema: { json: { type: 'object' } } } }))
  return [...stubs, ...toolsOf(body)]
}

export function renderText(text: string): unknown {
  return { text }
}

export function renderResult(call: Call, text: string): unknown {
  return { toolResult: { toolUseId: call.id ?? '', content: [renderText(text)], status: 'error' } }
}

export function renderOutput(call: Call, output: Output): unknown {
  return { toolResult: { toolUseId: call.id ?? '', content: contentOf(output), status: 'success' } }
}

function contentOf(given: Output): unknown {
  const output = asGiven(given, isBlocks)
  if ('content' in output) return output.content
  if ('text' in output) return [renderText(output.text)]
  // Only an object may stand there as JSON.
  return isObject(output.json) ? [{ json: output.json }] : [renderText(printJson(output.json))]
}

export const renderTurn: Format['renderTurn'] = (speaker, content) => ({
  role: roles[speaker],
  content: 'text' in content ? [renderText(content.text)] : content.parts,
})

export function unpack(part: Result | Call): readonly Piece[] {
  const raw = held(part.raw, part.kind === 'call' ? 'toolUse' : 'toolResult')
  const content = part.kind === 'call' ? raw.input : raw.content
  if (typeof content === 'string') return content === '' ? [] : [{ text: content }]
  if (content === undefined || content === null) return strangers(raw)
  if (!Array.isArray(content)) return [{ text: printJson(content) }]
  return Array.from(content, pieceOf)
}

// A result of another shape may keep its words under a name of its own: they are not lost.
function strangers(raw: JsonObject): readonly Piece[] {
  const { type: _type, toolUseId: _id, name: _name, status: _status, ...rest } = raw
  const { input: _input, content: _content, ...said } = rest
  return Object.keys(said).length === 0 ? [] : [{ text: printJson(said) }]
}

const showable = ['image', 'document', 'video'] as const

export function pieceOf(block: unknown): Piece {
  if (!isObject(block)) return { text: printJson(block) }
  if (typeof block.text === 'string') return { text: block.text }
  if (block.json !== undefined) return { text: printJson(block.json) }
  // These may stand in a user turn as they are.
  return showable.some((kind) => isObject(block[kind])) ? { media: block } : { text: printJson(block) }
}
