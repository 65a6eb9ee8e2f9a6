import { isObject, type JsonObject, nonEmpty } from '../../../model/json.ts'
import type {
  Citation,
  MediaSource,
  NeutralMedia,
  NeutralOpaque,
  NeutralPart,
  NeutralRefusal,
  NeutralText,
} from '../../../model/neutral.ts'
import { type Place, placeIn } from '../../../model/place.ts'
import { sourceAt } from '../../media-source.ts'
import { ownOf } from '../../own-members.ts'
import { origin } from './origin.ts'

/** A part that stands in the content of a message. */
export type ItemContent = NeutralText | NeutralMedia | NeutralRefusal | NeutralOpaque

/** Reads a content: one string, or a list of parts. */
export function readContent(content: unknown, at: Place, provider: string): readonly ItemContent[] {
  if (typeof content === 'string') return [{ kind: 'text', at, text: content }]
  if (!Array.isArray(content))
    return content === undefined || content === null ? [] : [opaquePart(content, at)]
  return Array.from(content, (raw: unknown, index) => readPart(raw, placeIn(at, index), provider))
}

const partLabel = 'content part'

function opaquePart(raw: unknown, at: Place): NeutralOpaque {
  const type = isObject(raw) ? nonEmpty(raw.type) : undefined
  return { kind: 'opaque', at, origin, what: `${partLabel} \`${(type ?? 'unknown').slice(0, 60)}\``, raw }
}

/** Whether something opaque is an item of its own. */
export function isOpaqueItem({ what }: NeutralOpaque): boolean {
  return !what.startsWith(partLabel)
}

/** Whether a part stands in the content of a message, and is no item. */
export function isContentPart(part: NeutralPart): part is ItemContent {
  if (part.kind === 'opaque') return !isOpaqueItem(part)
  return part.kind === 'text' || part.kind === 'refusal' || part.kind === 'media'
}

function readPart(raw: unknown, at: Place, provider: string): ItemContent {
  const part = isObject(raw) ? readKnown(raw, at, provider) : undefined
  return part ?? opaquePart(raw, at)
}

const refusalMembers: ReadonlySet<string> = new Set(['type', 'refusal'])

function readKnown(raw: JsonObject, at: Place, provider: string): ItemContent | undefined {
  switch (raw.type) {
    case 'input_text':
    case 'output_text':
    case 'text':
      return typeof raw.text === 'string' ? readText(raw, raw.text, at) : undefined
    case 'refusal': {
      const own = ownOf(origin, [raw, refusalMembers])
      if (typeof raw.refusal !== 'string') return undefined
      return { kind: 'refusal', at, text: raw.refusal, ...(own && { own }) }
    }
    case 'input_image':
      return readImage(raw, at, provider)
    case 'input_file':
      return readFile(raw, at, provider)
    case 'input_audio':
      return readAudio(raw, at)
    default:
      return undefined
  }
}

const textMembers: ReadonlySet<string> = new Set(['type', 'text', 'annotations'])
const plainMembers: ReadonlySet<string> = new Set(['type', 'text'])

function readText(raw: JsonObject, text: string, at: Place): NeutralText {
  const { annotations, logprobs } = raw
  const citations = Array.isArray(annotations) ? annotations.map(readCitation) : []
  const taken = Array.isArray(annotations) || annotations === null ? textMembers : plainMembers
  // An answer has an empty list where nobody asked for them.
  const isBare = Array.isArray(logprobs) && logprobs.length === 0
  const own = ownOf(origin, [raw, isBare ? new Set([...taken, 'logprobs']) : taken])
  return { kind: 'text', at, text, ...(citations.length > 0 && { citations }), ...(own && { own }) }
}

/** Reads a source that a text names. */
export function readCitation(raw: unknown): Citation {
  const given = isObject(raw) ? raw : {}
  const title = nonEmpty(given.title) ?? nonEmpty(given.filename)
  const address = nonEmpty(given.url)
  return {
    origin,
    raw,
    ...(title !== undefined && { title }),
    ...(address !== undefined && { address }),
  }
}

const imageMembers: ReadonlySet<string> = new Set(['type', 'image_url', 'file_id', 'detail'])

/** Reads an image; it has an address or the id of a file. */
export function readImage(raw: JsonObject, at: Place, provider: string): NeutralMedia | undefined {
  const address = nonEmpty(raw.image_url)
  const id = nonEmpty(raw.file_id)
  if (address === undefined && id === undefined) return undefined
  const source: MediaSource = address === undefined ? kept(id ?? '', provider) : sourceAt(address)
  const own = ownOf(origin, [raw, imageMembers])
  return {
    kind: 'media',
    at,
    media: 'image',
    source,
    ...(typeof raw.detail === 'string' && { detail: raw.detail }),
    ...(own && { own }),
  }
}

function kept(id: string, provider: string): MediaSource {
  return { by: 'id', id, provider, type: undefined }
}

const fileMembers: ReadonlySet<string> = new Set(['type', 'file_data', 'file_url', 'file_id', 'filename'])

function readFile(raw: JsonObject, at: Place, provider: string): NeutralMedia | undefined {
  const source = fileSource(raw, provider)
  if (source === undefined) return undefined
  const name = nonEmpty(raw.filename)
  const own = ownOf(origin, [raw, fileMembers])
  return {
    kind: 'media',
    at,
    media: 'file',
    source,
    ...(name !== undefined && { name }),
    ...(own && { own }),
  }
}

function fileSource(raw: JsonObject, provider: string): MediaSource | undefined {
  const data = nonEmpty(raw.file_data)
  // Bytes stand there with their type before them, or alone.
  if (data?.startsWith('data:')) return sourceAt(data)
  if (data !== undefined) return { by: 'data', data, type: undefined }
  const address = nonEmpty(raw.file_url)
  if (address !== undefined) return sourceAt(address)
  const id = nonEmpty(raw.file_id)
  return id === undefined ? undefined : kept(id, provider)
}

const audioMembers: ReadonlySet<string> = new Set(['type', 'input_audio'])
const soundMembers: ReadonlySet<string> = new Set(['data', 'format'])

function readAudio(raw: JsonObject, at: Place): NeutralMedia | undefined {
  const { input_audio: sound } = raw
  if (!isObject(sound) || typeof sound.data !== 'string') return undefined
  const format = nonEmpty(sound.format)
  const type = format === 'mp3' ? 'audio/mpeg' : format === undefined ? undefined : `audio/${format}`
  const own = ownOf(origin, [raw, audioMembers], [sound, soundMembers, 'input_audio'])
  return {
    kind: 'media',
    at,
    media: 'audio',
    source: { by: 'data', data: sound.data, type },
    ...(own && { own }),
  }
}
