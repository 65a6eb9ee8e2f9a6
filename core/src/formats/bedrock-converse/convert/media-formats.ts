import type { NeutralMedia } from '../../../model/neutral.ts'

type MediaKind = NeutralMedia['media']

/** Formats whose name is not the end of their type; the others are written as in `image/png`. */
const types: readonly (readonly [media: MediaKind, format: string, type: string])[] = [
  ['file', 'pdf', 'application/pdf'],
  ['file', 'csv', 'text/csv'],
  ['file', 'doc', 'application/msword'],
  ['file', 'docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['file', 'xls', 'application/vnd.ms-excel'],
  ['file', 'xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['file', 'html', 'text/html'],
  ['file', 'txt', 'text/plain'],
  ['file', 'md', 'text/markdown'],
  ['video', 'mkv', 'video/x-matroska'],
  ['video', 'mov', 'video/quicktime'],
  ['video', 'flv', 'video/x-flv'],
  ['video', 'wmv', 'video/x-ms-wmv'],
  ['video', 'three_gp', 'video/3gpp'],
  ['audio', 'mp3', 'audio/mpeg'],
]

const taken: Readonly<Record<MediaKind, ReadonlySet<string>>> = {
  image: new Set(['png', 'jpeg', 'gif', 'webp']),
  file: new Set(types.filter(([media]) => media === 'file').map(([, format]) => format)),
  video: new Set(['mkv', 'mov', 'mp4', 'webm', 'flv', 'mpeg', 'mpg', 'wmv', 'three_gp']),
  audio: new Set(['mp3', 'opus', 'wav', 'aac', 'flac', 'mp4', 'ogg', 'mkv', 'webm', 'm4a']),
}

/** The stand-in for a type that nobody told. */
const usual: Readonly<Record<MediaKind, string>> = { image: 'png', file: 'txt', video: 'mp4', audio: 'mp3' }

/** The type of bytes, by the name that this API has for their format. */
export function typeOf(media: MediaKind, format: string): string {
  const row = types.find(([kind, name]) => kind === media && name === format)
  return row?.[2] ?? `${media === 'file' ? 'application' : media}/${format}`
}

/** The name that this API has for a type; undefined where it takes no such bytes. */
export function formatOf(media: MediaKind, type: string | undefined): string | undefined {
  if (type === undefined) return usual[media]
  const [plain = ''] = type.toLowerCase().split(';', 1)
  const row = types.find(([kind, , known]) => kind === media && known === plain.trim())
  const format = row?.[1] ?? plain.trim().replace(/^.*\/(?:x-)?/, '')
  const name = format === 'jpg' ? 'jpeg' : format
  return taken[media].has(name) ? name : undefined
}
