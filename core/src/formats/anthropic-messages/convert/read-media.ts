import { isObject, type JsonObject, nonEmpty } from '../../../model/json.ts'
import type { MediaSource, NeutralMedia } from '../../../model/neutral.ts'
import { keepOwn, ownOf, type ReadObject } from '../../own-members.ts'
import { name } from '../name.ts'

const blockMembers: ReadonlySet<string> = new Set(['type', 'source', 'cache_control'])
const documentMembers: ReadonlySet<string> = new Set([...blockMembers, 'title'])
const members: Readonly<Record<string, ReadonlySet<string>>> = {
  base64: new Set(['type', 'media_type', 'data']),
  text: new Set(['type', 'media_type', 'data']),
  url: new Set(['type', 'url']),
  file: new Set(['type', 'file_id']),
}

/** Reads an image or a document; undefined where its source is of no kind that is known. */
export function readMedia(raw: JsonObject, provider: string): NeutralMedia | undefined {
  const source = isObject(raw.source) ? sourceOf(raw.source, provider) : undefined
  if (source === undefined || !isObject(raw.source)) return undefined
  const isImage = raw.type === 'image'
  const title = isImage ? undefined : nonEmpty(raw.title)
  const taken = isImage || (raw.title !== undefined && title === undefined) ? blockMembers : documentMembers
  const inner: ReadObject = [raw.source, members[String(raw.source.type)] ?? blockMembers, 'source']
  const media: NeutralMedia = { kind: 'media', media: isImage ? 'image' : 'file', source }
  return keepOwn(title === undefined ? media : { ...media, name: title }, ownOf(name, [raw, taken], inner))
}

function sourceOf(source: JsonObject, provider: string): MediaSource | undefined {
  const { type, data, url, file_id: id } = source
  const media = nonEmpty(source.media_type)
  if (type === 'base64' && typeof data === 'string') return { by: 'data', data, type: media }
  if (type === 'text' && typeof data === 'string') return { by: 'text', text: data, type: media }
  if (type === 'url' && typeof url === 'string') return { by: 'address', address: url, type: undefined }
  if (type === 'file' && typeof id === 'string') return { by: 'id', id, provider, type: undefined }
  return undefined
}
