import { isObject, type JsonObject, nonEmpty } from '../../../model/json.ts'
import type {
  CacheMark,
  Citation,
  NeutralCall,
  NeutralOpaque,
  NeutralPart,
  NeutralReasoning,
  NeutralResult,
  NeutralText,
} from '../../../model/neutral.ts'
import { type Place, placeIn } from '../../../model/place.ts'
import { readValue } from '../../call-arguments.ts'
import { ownOf } from '../../own-members.ts'
import { held, isHostedCall, isHostedResult, kindOf } from '../blocks.ts'
import { isMark } from '../marks.ts'
import { origin } from './origin.ts'
import { readMedia } from './read-media.ts'

/** Reads the blocks of a message, or of instructions. A cache point is a mark on the part before it. */
export function readBlocks(content: unknown, at: Place, provider: string): readonly NeutralPart[] {
  if (typeof content === 'string') return [{ kind: 'text', at, text: content }]
  if (!Array.isArray(content)) return content === undefined || content === null ? [] : [opaque(content, at)]
  const parts: NeutralPart[] = []
  for (let index = 0; index < content.length; index++) {
    const block: unknown = content[index]
    const last = parts.at(-1)
    const mark = readMark(block)
    if (mark !== undefined && last !== undefined && last.mark === undefined && last.kind !== 'opaque')
      parts[parts.length - 1] = { ...last, mark }
    else parts.push(readBlock(block, placeIn(at, index), provider))
  }
  return parts
}

/** Reads a cache point; undefined where something is none, or holds more than is known. */
export function readMark(block: unknown): CacheMark | undefined {
  if (!isObject(block) || !isMark(block) || Object.keys(block).length > 1) return undefined
  const { type, ttl, ...more } = held(block, 'cachePoint')
  if (type !== 'default' || Object.keys(more).length > 0) return undefined
  if (ttl === undefined) return {}
  return typeof ttl === 'string' ? { lifetime: ttl } : undefined
}

/** A part that only this format knows. */
export function opaque(raw: unknown, at: Place): NeutralOpaque {
  const what = isObject(raw) ? Object.keys(raw)[0] : undefined
  return { kind: 'opaque', at, origin, what: `block \`${(what ?? 'unknown').slice(0, 60)}\``, raw }
}

function readBlock(raw: unknown, at: Place, provider: string): NeutralPart {
  const part = isObject(raw) && kindOf(raw) !== undefined ? readKnown(raw, at, provider) : undefined
  return part ?? opaque(raw, at)
}

function readKnown(raw: JsonObject, at: Place, provider: string): NeutralPart | undefined {
  if (typeof raw.text === 'string') return readText(raw, raw.text, at)
  if (isObject(raw.toolUse)) return readCall(raw, raw.toolUse, at)
  if (isObject(raw.toolResult)) return readResult(raw, raw.toolResult, at)
  if (isObject(raw.reasoningContent)) return readReasoning(raw, raw.reasoningContent, at, provider)
  if (isObject(raw.citationsContent)) return readCited(raw, raw.citationsContent, at)
  if (isObject(raw.guardContent)) return readGuarded(raw.guardContent, at)
  return readMedia(raw, at)
}

const textMembers: ReadonlySet<string> = new Set(['text'])

function readText(raw: JsonObject, text: string, at: Place): NeutralText {
  const own = ownOf(origin, [raw, textMembers])
  return { kind: 'text', at, text, ...(own && { own }) }
}

const callPart: ReadonlySet<string> = new Set(['toolUse'])
const callMembers: ReadonlySet<string> = new Set(['toolUseId', 'name', 'input'])

/** A call of a tool that the provider runs itself has a type; only its own format knows what that is. */
function readCall(raw: JsonObject, call: JsonObject, at: Place): NeutralCall | undefined {
  if (isHostedCall(call)) return undefined
  const own = ownOf(origin, [raw, callPart], [call, callMembers, 'toolUse'])
  return {
    kind: 'call',
    at,
    id: nonEmpty(call.toolUseId),
    name: nonEmpty(call.name),
    arguments: readValue(call.input),
    tool: 'function',
    ...(own && { own }),
  }
}

const resultPart: ReadonlySet<string> = new Set(['toolResult'])
const resultMembers: ReadonlySet<string> = new Set(['toolUseId', 'content', 'status'])

function readResult(raw: JsonObject, result: JsonObject, at: Place): NeutralResult | undefined {
  if (isHostedResult(result)) return undefined
  const own = ownOf(origin, [raw, resultPart], [result, resultMembers, 'toolResult'])
  return {
    kind: 'result',
    at,
    id: nonEmpty(result.toolUseId),
    tool: 'function',
    content: readPieces(result.content, placeIn(at, 'toolResult', 'content')),
    isError: result.status === 'error',
    ...(own && { own }),
  }
}

const jsonMembers: ReadonlySet<string> = new Set(['json'])

function readPieces(content: unknown, at: Place): NeutralResult['content'] {
  if (typeof content === 'string') return [{ kind: 'text', at, text: content }]
  if (!Array.isArray(content)) return content === undefined || content === null ? [] : [opaque(content, at)]
  return Array.from(content, (raw: unknown, index) => {
    const place = placeIn(at, index)
    if (!isObject(raw)) return opaque(raw, place)
    if (typeof raw.text === 'string') return readText(raw, raw.text, place)
    if (raw.json === undefined) return readMedia(raw, place) ?? opaque(raw, place)
    const own = ownOf(origin, [raw, jsonMembers])
    return { kind: 'json', at: place, json: raw.json, ...(own && { own }) }
  })
}

const reasoningPart: ReadonlySet<string> = new Set(['reasoningContent'])
const reasoningMembers: ReadonlySet<string> = new Set(['reasoningText', 'redactedContent'])
const wordMembers: ReadonlySet<string> = new Set(['text', 'signature'])

function readReasoning(
  raw: JsonObject,
  reasoning: JsonObject,
  at: Place,
  provider: string,
): NeutralReasoning | undefined {
  const said = held(reasoning, 'reasoningText')
  const redacted = nonEmpty(reasoning.redactedContent)
  if (redacted === undefined && typeof said.text !== 'string') return undefined
  const own = ownOf(
    origin,
    [raw, reasoningPart],
    [reasoning, reasoningMembers, 'reasoningContent'],
    [said, wordMembers, 'reasoningContent', 'reasoningText'],
  )
  const value = redacted ?? nonEmpty(said.signature)
  const as = redacted === undefined ? 'signature' : 'encrypted'
  return {
    kind: 'reasoning',
    at,
    text: typeof said.text === 'string' ? said.text : '',
    ...(value !== undefined && { proof: { provider, value, as } }),
    ...(own && { own }),
  }
}

/** Words with their sources. */
function readCited(raw: JsonObject, cited: JsonObject, at: Place): NeutralText | undefined {
  if (!Array.isArray(cited.content) || !Array.isArray(cited.citations)) return undefined
  const text = cited.content.map((piece: unknown) => held({ piece }, 'piece').text ?? '').join('')
  const citations = cited.citations.map(readCitation)
  const own = ownOf(origin, [raw, new Set(['citationsContent'])])
  return { kind: 'text', at, text, citations, ...(own && { own }) }
}

/** Reads a source of words. */
export function readCitation(raw: unknown): Citation {
  const citation = held({ raw }, 'raw')
  const title = nonEmpty(citation.title)
  const address = nonEmpty(held(held(citation, 'location'), 'web').url)
  return { origin, raw, ...(title !== undefined && { title }), ...(address !== undefined && { address }) }
}

/** Words that a guardrail looks at; the block goes back whole. */
function readGuarded(guarded: JsonObject, at: Place): NeutralText | undefined {
  const { text } = held(guarded, 'text')
  if (typeof text !== 'string') return undefined
  return {
    kind: 'text',
    at,
    text,
    own: { origin, members: [{ steps: ['guardContent'], value: guarded }] },
  }
}
