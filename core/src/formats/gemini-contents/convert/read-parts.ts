import { isObject, type JsonObject, nonEmpty } from '../../../model/json.ts'
import type {
  NeutralCall,
  NeutralPart,
  NeutralReasoning,
  NeutralText,
  Signature,
} from '../../../model/neutral.ts'
import { type Place, placeIn } from '../../../model/place.ts'
import { readValue } from '../../call-arguments.ts'
import { ownOf } from '../../own-members.ts'
import { isWaiver } from '../waiver.ts'
import { camelled } from './camelled.ts'
import { origin } from './origin.ts'
import { opaque, readMedia } from './read-media.ts'
import { readResult } from './read-result.ts'

/** Reads a part of a content; one that has no neutral kind is opaque. */
export function readPart(raw: unknown, at: Place, provider: string): NeutralPart {
  if (typeof raw === 'string') return { kind: 'text', at, text: raw }
  if (!isObject(raw)) return opaque(raw, at, 'part')
  const part = camelled(raw)
  if (isObject(part.functionCall)) return readCall(part, camelled(part.functionCall), at, provider)
  if (isObject(part.functionResponse)) return readResult(part, camelled(part.functionResponse), at)
  if (typeof part.text === 'string') return readWords(part, part.text, at, provider)
  return readMedia(part, at) ?? opaque(raw, at, Object.keys(raw)[0] ?? 'part')
}

const callPart: ReadonlySet<string> = new Set(['functionCall', 'thoughtSignature'])
const callMembers: ReadonlySet<string> = new Set(['id', 'name', 'args'])

function readCall(part: JsonObject, call: JsonObject, at: Place, provider: string): NeutralCall {
  const signature = signatureOf(part, provider)
  const own = ownOf(origin, [part, callPart], [call, callMembers, 'functionCall'])
  return {
    kind: 'call',
    at,
    id: nonEmpty(call.id),
    name: nonEmpty(call.name),
    arguments: readValue(call.args),
    tool: 'function',
    ...(signature && { signature }),
    ...(own && { own }),
  }
}

/** A waiver stands in for a signature that nobody has: it is written again where it is demanded. */
function signatureOf({ thoughtSignature }: JsonObject, provider: string): Signature | undefined {
  const value = nonEmpty(thoughtSignature)
  return value === undefined || isWaiver(value) ? undefined : { provider, value }
}

const textMembers: ReadonlySet<string> = new Set(['text', 'thoughtSignature', 'thought'])
const signedMembers: ReadonlySet<string> = new Set(['text', 'thoughtSignature'])

function readWords(
  part: JsonObject,
  text: string,
  at: Place,
  provider: string,
): NeutralText | NeutralReasoning {
  const signature = signatureOf(part, provider)
  // An empty text with a signature is there for the signature alone.
  const isSealed = text === '' && signature !== undefined
  const isPlain = part.thought === undefined || part.thought === false
  const own = ownOf(origin, [part, isSealed && !isPlain ? signedMembers : textMembers])
  const held = { at, text, ...(own && { own }) }
  if (isSealed) return { kind: 'reasoning', ...held, proof: { ...signature, as: 'encrypted' } }
  if (part.thought === true)
    return { kind: 'reasoning', ...held, ...(signature && { proof: { ...signature, as: 'signature' } }) }
  return { kind: 'text', ...held, ...(signature && { signature }) }
}

/** The parts of a list, or the one part that may stand for a list. */
export function readParts(parts: unknown, at: Place, provider: string): readonly NeutralPart[] {
  if (parts === undefined || parts === null) return []
  if (!Array.isArray(parts)) return [readPart(parts, at, provider)]
  const read: NeutralPart[] = []
  for (let index = 0; index < parts.length; index++)
    read.push(readPart(parts[index], placeIn(at, index), provider))
  return read
}
