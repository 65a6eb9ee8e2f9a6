import type { JsonObject } from '../../../model/json.ts'
import type { MediaSource, NeutralMedia } from '../../../model/neutral.ts'
import { withOwn } from '../../own-members.ts'
import { formatOf } from './media-formats.ts'
import { origin } from './origin.ts'
import type { ConverseWriting } from './writing.ts'

const members = { image: 'image', file: 'document', video: 'video', audio: 'audio' } as const

/** The block for media; none where this API takes no such media, which is noted. */
export function writeMedia(part: NeutralMedia, writing: ConverseWriting): readonly JsonObject[] {
  const format = formatOf(part.media, part.source.type)
  const source = writeSource(part.source)
  if (part.detail !== undefined)
    writing.lose(part.at, 'detail of an image', 'The target has no such setting.')
  if (format === undefined || source === undefined) {
    writing.lose(part.at, part.media, refusalOf(part))
    return []
  }
  const held = { format, ...(part.media === 'file' && { name: nameOf(part, format, writing) }), source }
  return [withOwn({ [members[part.media]]: held }, part.own, origin)]
}

function refusalOf({ media, source }: NeutralMedia): string {
  if (source.by === 'id') return 'The file is kept by another provider.'
  if (source.by === 'address') return 'The target follows addresses of Amazon S3 alone.'
  return `The target takes no ${media} of the type \`${(source.type ?? '').slice(0, 60)}\`.`
}

function writeSource(source: MediaSource): JsonObject | undefined {
  if (source.by === 'data') return { bytes: source.data }
  if (source.by === 'text') return { text: source.text }
  if (source.by === 'id' || !source.address.startsWith('s3://')) return undefined
  return { s3Location: { uri: source.address } }
}

/** A document has a name of few characters, which no other document has. */
function nameOf({ name = 'document', at }: NeutralMedia, format: string, writing: ConverseWriting): string {
  const end = `.${format}`
  const plain = name.endsWith(end) ? name.slice(0, -end.length) : name
  const made = writing.documentName(
    plain
      .replace(/[^A-Za-z\d\s()[\]-]/g, '-')
      .replace(/\s+/g, ' ')
      .trim() || 'document',
  )
  if (made !== name && name !== 'document')
    writing.lose(at, 'name of a file', `The target takes few characters in names: \`${made}\` is written.`)
  return made
}
