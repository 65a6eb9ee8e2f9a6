import { isObject, type JsonObject, nonEmpty } from '../../../model/json.ts'
import type { NeutralResult, ResultPiece } from '../../../model/neutral.ts'
import { type Place, placeIn } from '../../../model/place.ts'
import { ownOf } from '../../own-members.ts'
import { camelled } from './camelled.ts'
import { origin } from './origin.ts'
import { opaque, readMedia } from './read-media.ts'

const partMembers: ReadonlySet<string> = new Set(['functionResponse'])
const resultMembers: ReadonlySet<string> = new Set(['id', 'name', 'response', 'parts'])

export function readResult(part: JsonObject, result: JsonObject, at: Place): NeutralResult {
  const { content, isError } = readResponse(result.response, placeIn(at, 'functionResponse', 'response'))
  const shown = readShown(result.parts, placeIn(at, 'functionResponse', 'parts'))
  const own = ownOf(origin, [part, partMembers], [result, resultMembers, 'functionResponse'])
  const name = nonEmpty(result.name)
  return {
    kind: 'result',
    at,
    id: nonEmpty(result.id),
    ...(name !== undefined && { name }),
    tool: 'function',
    content: shown.length === 0 ? content : [...content, ...shown],
    isError,
    ...(own && { own }),
  }
}

/** Members that hold all that a tool gave, where they stand alone. */
const outputs: ReadonlySet<string> = new Set(['output', 'result'])

/** Reads what a tool gave: words where one member holds them, else a JSON value. */
function readResponse(
  response: unknown,
  at: Place,
): { readonly content: readonly ResultPiece[]; readonly isError: boolean } {
  if (response === undefined || response === null) return { content: [], isError: false }
  if (!isObject(response)) return { content: [pieceOf(response, at)], isError: false }
  const isError = response.error !== undefined && response.error !== null
  const [only, ...more] = Object.keys(response)
  if (only === undefined) return { content: [], isError }
  const value = response[only]
  const isAlone = more.length === 0 && (isError ? !isFailure(value) : outputs.has(only) && !isObject(value))
  return { content: [isAlone ? pieceOf(value, at) : { kind: 'json', at, json: response }], isError }
}

/** Whether a value that a tool gave is read as the same value: not as words, and not as a failure. */
export function isReadBack(value: unknown): boolean {
  const { content, isError } = readResponse(isObject(value) ? value : { output: value }, [])
  const [only] = content
  return !isError && only?.kind === 'json' && only.json === value
}

/** Whether a value says itself that a tool failed. */
export function isFailure(value: unknown): boolean {
  return isObject(value) && value.error !== undefined && value.error !== null
}

function pieceOf(value: unknown, at: Place): ResultPiece {
  return typeof value === 'string' ? { kind: 'text', at, text: value } : { kind: 'json', at, json: value }
}

/** Images and files beside the response. */
function readShown(parts: unknown, at: Place): readonly ResultPiece[] {
  if (!Array.isArray(parts)) return []
  return Array.from(parts, (raw: unknown, index) => {
    const place = placeIn(at, index)
    return readMedia(camelled(raw), place) ?? opaque(raw, place, 'part of a result')
  })
}
