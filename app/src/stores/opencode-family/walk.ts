import type { Format, Part, Progress, Turn } from '@mortise/core'
import { isSealed } from '../contract/seals.ts'
import { isObject, type JsonObject, memberAt, nonEmpty } from '../records/json.ts'
import { isFirst, wordsOf } from './record.ts'

/** Reads a message: a call and its result are one part, whose state says how far it came. */
export const readTurn: Format['readTurn'] = (raw, index, root, unreadable) => {
  if (isFirst(raw)) {
    const speaker = raw.data.role === 'assistant' ? 'model' : raw.data.role === 'user' ? 'user' : 'unknown'
    return turnOf(speaker, 'list', raw.parts.map(readPart('parts')), index, raw)
  }
  if (isObject(raw) && Array.isArray(raw.content))
    return turnOf('model', 'list', raw.content.map(readPart('content')), index, raw)
  if (isObject(raw) && typeof raw.type === 'string') return readWords(raw, raw.type, index)
  unreadable.push({ at: [...root, index], wanted: 'a message' })
  return turnOf('unknown', 'unreadable', [], index, raw)
}

/** Whether the model spoke a message. */
export function isModelTurn(raw: unknown): boolean | undefined {
  const role = memberAt(raw, ['data', 'role']) ?? memberAt(raw, ['type'])
  return role === undefined ? undefined : role === 'assistant'
}

function readWords(raw: JsonObject, type: string, index: number): Turn {
  const list = wordsOf[type] ?? 'text'
  const text = raw[list]
  const parts: readonly Part[] =
    typeof text === 'string' ? [{ kind: 'text', list, index: -1, raw: text, text }] : []
  const speaker = type === 'system' ? 'system' : 'user'
  return turnOf(speaker, parts.length === 0 ? 'none' : 'text', [...parts], index, raw)
}

/** Reads a part of a list of parts. */
function readPart(list: string): (raw: unknown, index: number) => Part {
  return (raw, index) => {
    if (!isObject(raw)) return { kind: 'other', list, index, raw, isReadable: false }
    if (raw.type === 'tool') return readCall(raw, list, index)
    if (raw.type === 'text' && typeof raw.text === 'string' && raw.ignored !== true)
      return { kind: 'text', list, index, raw, text: raw.text }
    if (raw.type === 'reasoning') {
      const signed = [raw.metadata, raw.state, raw.native].some(isSealed)
      return { kind: 'reasoning', list, index, raw, sealed: false, signed }
    }
    if (raw.type === 'file') return { kind: 'media', list, index, raw }
    return { kind: 'other', list, index, raw, isReadable: true, isSilent: silent.has(raw.type) }
  }
}

/** Notes about a step, which are not sent. */
const silent: ReadonlySet<unknown> = new Set([
  'step-start',
  'step-finish',
  'snapshot',
  'patch',
  'agent',
  'retry',
])

/** The states of a tool whose result was never written down. */
const openStates: ReadonlySet<unknown> = new Set(['pending', 'running', 'streaming'])

function readCall(raw: JsonObject, list: string, index: number): Part {
  const given = memberAt(raw.state, ['input'])
  const isHosted = raw.executed === true || memberAt(raw.metadata, ['providerExecuted']) === true
  return {
    kind: 'call',
    tool: 'function',
    signed: false,
    isInline: true,
    list,
    index,
    raw,
    id: nonEmpty(raw.callID) ?? nonEmpty(raw.id),
    name: nonEmpty(raw.tool) ?? nonEmpty(raw.name),
    arguments: given,
    form: isObject(given) ? 'object' : given === undefined ? 'absent' : 'other',
    excused: isHosted || !openStates.has(memberAt(raw.state, ['status'])),
    progress: progressOf(raw),
  }
}

/** A call whose arguments were still coming in never ran; a tool ran that has noted when, or has put something out. */
function progressOf(raw: JsonObject): Progress | undefined {
  const { status, input, raw: given, metadata, time } = isObject(raw.state) ? raw.state : {}
  const text = typeof input === 'string' ? input : given
  if (status === 'pending' || status === 'streaming')
    return typeof text === 'string' && !isWhole(text) ? 'not-started' : undefined
  const ran = memberAt(raw.time, ['ran']) ?? memberAt(time, ['ran'])
  const output = memberAt(metadata, ['output'])
  return status === 'running' && (ran !== undefined || nonEmpty(output) !== undefined) ? 'started' : undefined
}

function isWhole(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function turnOf(
  speaker: Turn['speaker'],
  shape: Turn['shape'],
  parts: Part[],
  index: number,
  raw: unknown,
): Turn {
  const role = String(memberAt(raw, ['data', 'role']) ?? memberAt(raw, ['type']) ?? '')
  return { speaker, role, shape, parts, index, raw, vacant: false, isPrefix: false, isAborted: false }
}
