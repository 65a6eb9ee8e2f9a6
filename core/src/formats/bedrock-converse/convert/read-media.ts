import { isObject, type JsonObject, nonEmpty } from '../../../model/json.ts'
import type { MediaSource, NeutralMedia } from '../../../model/neutral.ts'
import type { Place } from '../../../model/place.ts'
import { ownOf } from '../../own-members.ts'
import { held } from '../blocks.ts'
import { typeOf } from './media-formats.ts'
import { origin } from './origin.ts'

/** The members that hold media, and what they hold. */
const kinds: readonly (readonly [member: string, media: NeutralMedia['media']])[] = [
  ['image', 'image'],
  ['document', 'file'],
  ['video', 'video'],
  ['audio', 'audio'],
]

/** Reads an image, a document, a video or a sound; undefined where a block is none, or its bytes are not there. */
export function readMedia(block: JsonObject, at: Place): NeutralMedia | undefined {
  for (const [member, media] of kinds)
    if (isObject(block[member])) return readHeld(block, member, media, block[member], at)
  return undefined
}

const heldMembers: ReadonlySet<string> = new Set(['format', 'source'])
const documentMembers: ReadonlySet<string> = new Set(['format', 'source', 'name'])

function readHeld(
  block: JsonObject,
  member: string,
  media: NeutralMedia['media'],
  raw: JsonObject,
  at: Place,
): NeutralMedia | undefined {
  const format = nonEmpty(raw.format)
  const source = readSource(held(raw, 'source'), format === undefined ? undefined : typeOf(media, format))
  if (source === undefined) return undefined
  const name = media === 'file' ? nonEmpty(raw.name) : undefined
  const own = ownOf(
    origin,
    [block, new Set([member])],
    [raw, name === undefined ? heldMembers : documentMembers, member],
    [raw.source, sourceMembers, member, 'source'],
    [held(raw, 'source').s3Location, addressMembers, member, 'source', 's3Location'],
  )
  return { kind: 'media', at, media, source, ...(name !== undefined && { name }), ...(own && { own }) }
}

const sourceMembers: ReadonlySet<string> = new Set(['bytes', 's3Location', 'text'])
const addressMembers: ReadonlySet<string> = new Set(['uri'])

function readSource(source: JsonObject, type: string | undefined): MediaSource | undefined {
  if (typeof source.bytes === 'string') return { by: 'data', data: source.bytes, type }
  if (typeof source.text === 'string') return { by: 'text', text: source.text, type }
  const address = nonEmpty(held(source, 's3Location').uri)
  return address === undefined ? undefined : { by: 'address', address, type }
}
