import { isObject, type JsonObject, nonEmpty } from '../../../model/json.ts'
import type {
  NeutralCall,
  NeutralMedia,
  NeutralOpaque,
  NeutralPart,
  NeutralReasoning,
} from '../../../model/neutral.ts'
import { type Place, placeIn } from '../../../model/place.ts'
import { readValue } from '../../call-arguments.ts'
import { mediaOf } from '../../media-source.ts'
import { ownOf } from '../../own-members.ts'
import { origin } from './origin.ts'
import { readOptions } from './provider-options.ts'
import { readResult } from './read-results.ts'
import { sourceOf } from './read-source.ts'

/** Reads the content of a message for the model: one string, or a list of parts. */
export function readContent(content: unknown, at: Place): readonly NeutralPart[] {
  if (typeof content === 'string') return [{ kind: 'text', at, text: content }]
  if (!Array.isArray(content)) return content === undefined || content === null ? [] : [opaque(content, at)]
  const hosted = hostedIds(content)
  return Array.from(content, (raw: unknown, index) => readPart(raw, placeIn(at, index), hosted))
}

/** The ids of the calls that the provider runs itself; their results stand beside them. */
function hostedIds(content: readonly unknown[]): ReadonlySet<unknown> {
  const hosted = content.filter((part) => isObject(part) && part.providerExecuted === true)
  return new Set(hosted.map((part) => (isObject(part) ? part.toolCallId : undefined)))
}

/** A part that only this format knows. */
export function opaque(raw: unknown, at: Place): NeutralOpaque {
  const type = isObject(raw) ? nonEmpty(raw.type) : undefined
  return { kind: 'opaque', at, origin, what: `part \`${(type ?? 'unknown').slice(0, 60)}\``, raw }
}

function readPart(raw: unknown, at: Place, hosted: ReadonlySet<unknown>): NeutralPart {
  const part = isObject(raw) && !hosted.has(raw.toolCallId ?? none) ? readKnown(raw, at) : undefined
  return part ?? opaque(raw, at)
}

const none = Symbol('no id')

const textMembers: ReadonlySet<string> = new Set(['type', 'text', 'providerOptions'])

function readKnown(raw: JsonObject, at: Place): NeutralPart | undefined {
  switch (raw.type) {
    case 'text': {
      if (typeof raw.text !== 'string') return undefined
      const { objects, mark, signature } = readOptions(raw, 'other')
      const own = ownOf(origin, [raw, takenOf(raw, textMembers)], ...objects)
      const held = { ...(mark && { mark }), ...(signature && { signature }), ...(own && { own }) }
      return { kind: 'text', at, text: raw.text, ...held }
    }
    case 'reasoning':
      return typeof raw.text === 'string' ? readReasoning(raw, raw.text, at) : undefined
    case 'image':
    case 'file':
      return readMedia(raw, at)
    case 'tool-call':
      return readCall(raw, at)
    case 'tool-result':
      return readResult(raw, at)
    default:
      return undefined
  }
}

/** Options that are no object are not read: they stay with the format. */
export function takenOf(raw: JsonObject, members: ReadonlySet<string>): ReadonlySet<string> {
  const { providerOptions: options } = raw
  if (options === undefined || isObject(options)) return members
  return new Set([...members].filter((name) => name !== 'providerOptions'))
}

function readReasoning(raw: JsonObject, text: string, at: Place): NeutralReasoning {
  const { objects, mark, proof, id } = readOptions(raw, 'reasoning')
  const own = ownOf(origin, [raw, takenOf(raw, textMembers)], ...objects)
  return {
    kind: 'reasoning',
    at,
    text,
    ...(proof && { proof: sealed(proof, text) }),
    ...(id !== undefined && { id }),
    ...(mark && { mark }),
    ...(own && { own }),
  }
}

/** A signature of Google's on no words stands for reasoning that is not shown. */
function sealed(proof: NonNullable<NeutralReasoning['proof']>, text: string): typeof proof {
  return proof.provider === 'google' && text === '' ? { ...proof, as: 'encrypted' } : proof
}

const callMembers: ReadonlySet<string> = new Set([
  'type',
  'toolCallId',
  'toolName',
  'input',
  'args',
  'providerOptions',
  'providerExecuted',
])

function readCall(raw: JsonObject, at: Place): NeutralCall {
  const { objects, mark, signature } = readOptions(raw, 'other')
  const own = ownOf(origin, [raw, takenOf(raw, callMembers)], ...objects)
  return {
    kind: 'call',
    at,
    id: nonEmpty(raw.toolCallId),
    name: nonEmpty(raw.toolName),
    // Version 4 wrote `args`.
    arguments: readValue(raw.input ?? raw.args),
    tool: 'function',
    ...(mark && { mark }),
    ...(signature && { signature }),
    ...(own && { own }),
  }
}

const mediaMembers: ReadonlySet<string> = new Set([
  'type',
  'image',
  'data',
  'mediaType',
  'mimeType',
  'filename',
  'providerOptions',
])

/** Reads an image or a file; version 4 called the type of its bytes `mimeType`. */
function readMedia(raw: JsonObject, at: Place): NeutralMedia | undefined {
  const type = nonEmpty(raw.mediaType) ?? nonEmpty(raw.mimeType)
  const source = sourceOf(raw.type === 'image' ? raw.image : raw.data, type)
  if (source === undefined) return undefined
  const { objects, mark } = readOptions(raw, 'other')
  const name = nonEmpty(raw.filename)
  const own = ownOf(origin, [raw, takenOf(raw, mediaMembers)], ...objects)
  return {
    kind: 'media',
    at,
    media: raw.type === 'image' ? 'image' : mediaOf(type),
    source,
    ...(name !== undefined && { name }),
    ...(mark && { mark }),
    ...(own && { own }),
  }
}
