import type { ReadTask } from '../../../model/converter.ts'
import { isObject, type JsonObject, nonEmpty } from '../../../model/json.ts'
import type {
  NeutralMedia,
  NeutralOpaque,
  NeutralPart,
  NeutralRefusal,
  NeutralText,
} from '../../../model/neutral.ts'
import { type Place, placeIn } from '../../../model/place.ts'
import { readEphemeral } from '../../cache-control.ts'
import { sourceAt } from '../../media-source.ts'
import { keepOwn, ownOf, type ReadObject } from '../../own-members.ts'
import { name } from '../name.ts'

/** The kinds of content that a message can hold. */
export type ContentPart = Exclude<NeutralPart, { kind: 'call' | 'result' | 'reasoning' }>

/** Reads the content of a message: a string, or a list of parts. */
export function readContent(content: unknown, at: Place, task: ReadTask): readonly ContentPart[] {
  if (typeof content === 'string') return [{ kind: 'text', text: content, at }]
  if (Array.isArray(content)) return content.map((raw, index) => readItem(raw, placeIn(at, index), task))
  return content === undefined || content === null ? [] : [opaque(content, at)]
}

/** A part that this format alone knows. */
export function opaque(raw: unknown, at: Place): NeutralOpaque {
  const type = isObject(raw) ? nonEmpty(raw.type) : undefined
  const what = type === undefined ? 'unreadable part' : `part \`${type.slice(0, 60)}\``
  return { kind: 'opaque', origin: name, what, raw, at }
}

function readItem(raw: unknown, at: Place, task: ReadTask): ContentPart {
  const part = isObject(raw) ? readKnown(raw, task) : undefined
  if (part === undefined || !isObject(raw)) return opaque(raw, at)
  const mark = readEphemeral(raw.cache_control)
  if (mark !== undefined) return { ...part, at, mark }
  return { ...part, at }
}

function readKnown(raw: JsonObject, task: ReadTask): ContentPart | undefined {
  switch (raw.type) {
    case 'text':
      return readText(raw)
    case 'refusal':
      return typeof raw.refusal === 'string'
        ? keepOwn<NeutralRefusal>(
            { kind: 'refusal', text: raw.refusal },
            ownOf(name, [raw, taken(raw, 'refusal')]),
          )
        : undefined
    case 'image_url':
      return readImage(raw)
    case 'input_audio':
      return readAudio(raw)
    case 'file':
      return readFile(raw, task.provider)
    default:
      return undefined
  }
}

function readText(raw: JsonObject): NeutralText | undefined {
  if (typeof raw.text !== 'string') return undefined
  return keepOwn<NeutralText>({ kind: 'text', text: raw.text }, ownOf(name, [raw, taken(raw, 'text')]))
}

const takenBy = new Map<string, readonly [ReadonlySet<string>, ReadonlySet<string>]>()

/** The members of a part that are read; a cache mark of another form than the known one is not. */
function taken(raw: JsonObject, member: string): ReadonlySet<string> {
  const known = takenBy.get(member) ?? [new Set(['type', member]), new Set(['type', member, 'cache_control'])]
  takenBy.set(member, known)
  const isMark = raw.cache_control === null || readEphemeral(raw.cache_control) !== undefined
  return known[isMark ? 1 : 0]
}

const imageMembers: ReadonlySet<string> = new Set(['url', 'detail'])
const addressOnly: ReadonlySet<string> = new Set(['url'])

function readImage(raw: JsonObject): NeutralMedia | undefined {
  const given = raw.image_url
  const image = isObject(given) ? given : { url: given }
  if (typeof image.url !== 'string') return undefined
  const detail = nonEmpty(image.detail)
  const media: NeutralMedia = { kind: 'media', media: 'image', source: sourceAt(image.url) }
  const inner: ReadObject = [image, detail === undefined ? addressOnly : imageMembers, 'image_url']
  const own = ownOf(name, [raw, taken(raw, 'image_url')], inner)
  return keepOwn(detail === undefined ? media : { ...media, detail }, own)
}

const audioMembers: ReadonlySet<string> = new Set(['data', 'format'])

function readAudio(raw: JsonObject): NeutralMedia | undefined {
  const audio = raw.input_audio
  if (!isObject(audio) || typeof audio.data !== 'string') return undefined
  const form = nonEmpty(audio.format)
  const type = form === undefined ? undefined : form === 'mp3' ? 'audio/mpeg' : `audio/${form}`
  const source = { by: 'data', data: audio.data, type } as const
  const own = ownOf(name, [raw, taken(raw, 'input_audio')], [audio, audioMembers, 'input_audio'])
  return keepOwn<NeutralMedia>({ kind: 'media', media: 'audio', source }, own)
}

const fileMembers: readonly string[] = ['file_data', 'file_id', 'filename']

function readFile(raw: JsonObject, provider: string): NeutralMedia | undefined {
  const { file } = raw
  if (!isObject(file)) return undefined
  const data = nonEmpty(file.file_data)
  const id = nonEmpty(file.file_id)
  const title = nonEmpty(file.filename)
  const source =
    data !== undefined
      ? sourceAt(data, 'application/pdf')
      : id !== undefined
        ? ({ by: 'id', id, provider, type: undefined } as const)
        : undefined
  if (source === undefined) return undefined
  // Of bytes and an id the bytes are read; the id stays with its format.
  const known = fileMembers.filter((member) => member !== 'file_id' || data === undefined)
  const own = ownOf(name, [raw, taken(raw, 'file')], [file, new Set(known), 'file'])
  const media: NeutralMedia = { kind: 'media', media: 'file', source: bytesOf(source) }
  return keepOwn(title === undefined ? media : { ...media, name: title }, own)
}

/** Bytes without an address around them are bytes too. */
function bytesOf(source: NeutralMedia['source']): NeutralMedia['source'] {
  if (source.by !== 'address' || /^https?:/.test(source.address)) return source
  return { by: 'data', data: source.address, type: source.type }
}
