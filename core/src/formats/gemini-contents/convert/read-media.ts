import { type JsonObject, nonEmpty } from '../../../model/json.ts'
import type { NeutralMedia, NeutralOpaque } from '../../../model/neutral.ts'
import type { Place } from '../../../model/place.ts'
import { mediaOf, sourceAt } from '../../media-source.ts'
import { ownOf } from '../../own-members.ts'
import { camelled } from './camelled.ts'
import { origin } from './origin.ts'

/** A part that only this format knows. */
export function opaque(raw: unknown, at: Place, what: string): NeutralOpaque {
  return { kind: 'opaque', at, origin, what, raw }
}

const mediaMembers = {
  inlineData: new Set(['mimeType', 'data', 'displayName']),
  fileData: new Set(['mimeType', 'fileUri', 'displayName']),
} as const
const inlinePart: ReadonlySet<string> = new Set(['inlineData'])
const filePart: ReadonlySet<string> = new Set(['fileData'])

/** Reads bytes that stand in a part, or the address of a file; undefined where there is neither. */
export function readMedia(part: JsonObject, at: Place): NeutralMedia | undefined {
  const inline = camelled(part.inlineData)
  if (typeof inline.data === 'string') {
    const own = ownOf(origin, [part, inlinePart], [inline, mediaMembers.inlineData, 'inlineData'])
    const type = nonEmpty(inline.mimeType)
    return { ...mediaPart(inline, { by: 'data', data: inline.data, type }, at), ...(own && { own }) }
  }
  const file = camelled(part.fileData)
  if (typeof file.fileUri !== 'string') return undefined
  const own = ownOf(origin, [part, filePart], [file, mediaMembers.fileData, 'fileData'])
  return { ...mediaPart(file, fileSource(file.fileUri, nonEmpty(file.mimeType)), at), ...(own && { own }) }
}

function mediaPart(held: JsonObject, source: NeutralMedia['source'], at: Place): NeutralMedia {
  const name = nonEmpty(held.displayName)
  return { kind: 'media', at, media: mediaOf(source.type), source, ...(name !== undefined && { name }) }
}

/** Files that Google keeps have addresses that nobody else can follow. */
const kept = /^(?:gs:\/\/|https:\/\/generativelanguage\.googleapis\.com\/|files\/)/

function fileSource(address: string, type: string | undefined): NeutralMedia['source'] {
  return kept.test(address) ? { by: 'id', id: address, provider: 'google', type } : sourceAt(address, type)
}
