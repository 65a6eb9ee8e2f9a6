import { isObject, type JsonObject, nonEmpty } from '../../../model/json.ts'
import type { NeutralMedia, NeutralOpaque, NeutralResult, ResultPiece } from '../../../model/neutral.ts'
import { type Place, placeIn } from '../../../model/place.ts'
import { flagFromWords } from '../../error-words.ts'
import { mediaOf } from '../../media-source.ts'
import { ownOf } from '../../own-members.ts'
import { origin } from './origin.ts'
import { readOptions } from './provider-options.ts'
import { sourceOf } from './read-source.ts'

type SaidResult = Pick<NeutralResult, 'content' | 'isError'>
const resultMembers: ReadonlySet<string> = new Set([
  'type',
  'toolCallId',
  'toolName',
  'output',
  'providerOptions',
])
const olderMembers: ReadonlySet<string> = new Set([...resultMembers, 'result', 'isError'])
const outputMembers: ReadonlySet<string> = new Set(['type', 'value'])

/** Reads a result; version 4 wrote any value at all in `result`. */
export function readResult(raw: JsonObject, at: Place): NeutralResult {
  const { output } = raw
  const { objects, mark } = readOptions(raw, 'other')
  const isTyped = isObject(output) && typeof output.type === 'string'
  const said = isTyped
    ? readOutput(output, placeIn(at, 'output'))
    : readPlain(
        output ?? raw.result,
        raw.isError === true,
        placeIn(at, output === undefined ? 'result' : 'output'),
      )
  const name = nonEmpty(raw.toolName)
  const own = ownOf(
    origin,
    [raw, isTyped ? resultMembers : olderMembers],
    ...objects,
    ...(isTyped && output.type !== denied ? ([[output, outputMembers, 'output']] as const) : []),
  )
  return {
    kind: 'result',
    at,
    id: nonEmpty(raw.toolCallId),
    ...(name !== undefined && { name }),
    tool: 'function',
    ...said,
    ...(mark && { mark }),
    ...withDenial(own, isTyped ? output : undefined),
  }
}

const denied = 'execution-denied'

/** That the user said no is known to this format alone; elsewhere the call has failed. */
function withDenial(own: NeutralResult['own'], output: JsonObject | undefined): Pick<NeutralResult, 'own'> {
  if (output?.type !== denied) return own === undefined ? {} : { own }
  return { own: { origin, members: [...(own?.members ?? []), { steps: ['output'], value: output }] } }
}

function readPlain(value: unknown, isError: boolean, at: Place): SaidResult {
  if (value === undefined) return { content: [], isError }
  return { content: [pieceOf(value, at)], isError }
}

function pieceOf(value: unknown, at: Place): ResultPiece {
  return typeof value === 'string' ? { kind: 'text', at, text: value } : { kind: 'json', at, json: value }
}

/** Reads an output; a list of pieces has no flag for failure, so words tell it. */
function readOutput(output: JsonObject, at: Place): SaidResult {
  const { type, value } = output
  const place = placeIn(at, 'value')
  if (type === denied)
    return { content: [{ kind: 'text', at, text: nonEmpty(output.reason) ?? deniedWords }], isError: true }
  if (type === 'content' && Array.isArray(value))
    return flagFromWords(Array.from(value, (raw: unknown, index) => readPiece(raw, placeIn(place, index))))
  const isError = type === 'error-text' || type === 'error-json'
  return value === undefined ? { content: [], isError } : { content: [pieceOf(value, place)], isError }
}

const deniedWords = '(the user did not allow the tool to run)'

function readPiece(raw: unknown, at: Place): ResultPiece {
  const piece = isObject(raw) ? (readText(raw, at) ?? readMedia(raw, at)) : undefined
  return piece ?? opaquePiece(raw, at)
}

function opaquePiece(raw: unknown, at: Place): NeutralOpaque {
  const type = isObject(raw) ? nonEmpty(raw.type) : undefined
  return { kind: 'opaque', at, origin, what: `output \`${(type ?? 'unknown').slice(0, 60)}\``, raw }
}

const textMembers: ReadonlySet<string> = new Set(['type', 'text'])

function readText(raw: JsonObject, at: Place): ResultPiece | undefined {
  if (raw.type !== 'text' || typeof raw.text !== 'string') return undefined
  const own = ownOf(origin, [raw, textMembers])
  return { kind: 'text', at, text: raw.text, ...(own && { own }) }
}

const kinds: ReadonlyMap<unknown, 'data' | 'url'> = new Map([
  ['media', 'data'],
  ['file-data', 'data'],
  ['image-data', 'data'],
  ['file-url', 'url'],
  ['image-url', 'url'],
])
const mediaMembers: ReadonlySet<string> = new Set(['type', 'data', 'url', 'mediaType', 'filename'])

function readMedia(raw: JsonObject, at: Place): NeutralMedia | undefined {
  const member = kinds.get(raw.type)
  const type = nonEmpty(raw.mediaType)
  const source = member === undefined ? undefined : sourceOf(raw[member], type)
  if (source === undefined) return undefined
  const name = nonEmpty(raw.filename)
  const own = ownOf(origin, [raw, mediaMembers])
  return {
    kind: 'media',
    at,
    media: String(raw.type).startsWith('image') ? 'image' : mediaOf(type),
    source,
    ...(name !== undefined && { name }),
    ...(own && { own }),
  }
}
