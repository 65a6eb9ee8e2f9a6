import type { FactPlace, Format, Output, Piece } from '../../model/format.ts'
import { isObject, type JsonObject, printJson } from '../../model/json.ts'
import { asGiven } from '../../model/output.ts'
import type { Call, Result, Speaker } from '../../model/transcript.ts'
import { isWrapped, wrapper } from './body.ts'
import {
  callKeys,
  instructionKeys,
  isSnake,
  keyToWrite,
  memberOf,
  resultKeys,
  type Spelling,
  signatureKeys,
} from './spelling.ts'
import { waived } from './waiver.ts'
import { onlyWords } from './words.ts'

const roles: Readonly<Record<Speaker, string>> = {
  user: 'user',
  model: 'model',
  system: 'user',
  tool: 'user',
  unknown: 'user',
}

const plain = (value: unknown): unknown => value

/** A member of what a part holds, under the name that the document has for it. */
function within(keys: Spelling, member: string): FactPlace {
  return { path: (raw) => [keyToWrite(raw, keys), member], encode: plain }
}

/** Where each fact is written. */
export const facts: Format['facts'] = {
  turn: { speaker: { path: ['role'], encode: (speaker) => roles[speaker as Speaker] } },
  call: {
    id: within(callKeys, 'id'),
    name: within(callKeys, 'name'),
    arguments: within(callKeys, 'args'),
    signature: {
      path: (raw) => [keyToWrite(raw, signatureKeys)],
      encode: (value) => (value === 'waived' ? waived : value),
    },
  },
  result: {
    id: within(resultKeys, 'id'),
    name: within(resultKeys, 'name'),
    content: within(resultKeys, 'response'),
  },
  text: {},
  body: {
    instructions: {
      path: (raw) => [...(isWrapped(raw) ? [wrapper] : []), instructionKeys[0]],
      encode: instructionsOf,
    },
  },
}

function instructionsOf(value: unknown): unknown {
  const pieces: readonly unknown[] = Array.isArray(value) ? value : [value]
  return { parts: pieces.map((piece) => (typeof piece === 'string' ? renderText(piece) : piece)) }
}

export function renderText(text: string): unknown {
  return { text }
}

export function renderResult(call: Call, text: string): unknown {
  return resultOf(call, { error: text })
}

export function renderOutput(call: Call, given: Output): unknown {
  const output = asGiven(given, isObject)
  if ('content' in output) return resultOf(call, output.content)
  if ('text' in output) return resultOf(call, { output: output.text })
  // A member called `error` would say that the tool failed.
  const isPlain = isObject(output.json) && output.json.error === undefined
  return resultOf(call, isPlain ? output.json : { output: output.json })
}

function resultOf(call: Call, response: unknown): unknown {
  const key = isSnake(call.raw) ? resultKeys[1] : resultKeys[0]
  const id = call.id === undefined ? {} : { id: call.id }
  return { [key]: { ...id, name: call.name ?? '', response } }
}

export const renderTurn: Format['renderTurn'] = (speaker, content) => ({
  role: roles[speaker],
  parts: 'text' in content ? [renderText(content.text)] : content.parts,
})

export function unpack(part: Result | Call): readonly Piece[] {
  if (part.kind === 'call') return part.arguments === undefined ? [] : [{ text: wordsOf(part.arguments) }]
  const held = isObject(part.raw) ? memberOf(part.raw, resultKeys) : undefined
  if (!isObject(held)) return []
  const { response, parts } = held
  const words: Piece[] = response === undefined || response === null ? [] : [{ text: said(response) }]
  return [...words, ...(Array.isArray(parts) ? Array.from(parts, pieceOf) : [])]
}

/** The output of a tool; that it failed is told too. */
function said(response: unknown): string {
  const isFailure = isObject(response) && response.error !== undefined
  return (isFailure ? undefined : onlyWords(response)) ?? printJson(response)
}

function wordsOf(given: unknown): string {
  return typeof given === 'string' ? given : printJson(given)
}

function pieceOf(raw: unknown): Piece {
  return isObject(raw) && isMedia(raw) ? { media: raw } : { text: wordsOf(raw) }
}

function isMedia(raw: JsonObject): boolean {
  return (
    isObject(memberOf(raw, ['inlineData', 'inline_data'])) ||
    isObject(memberOf(raw, ['fileData', 'file_data']))
  )
}
