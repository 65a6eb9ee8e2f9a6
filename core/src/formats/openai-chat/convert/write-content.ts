import type { WriteTask } from '../../../model/converter.ts'
import { type JsonObject, printJson } from '../../../model/json.ts'
import type { NeutralMedia, NeutralText, PartOrPiece } from '../../../model/neutral.ts'
import { writeEphemeral } from '../../cache-control.ts'
import { addressOf } from '../../media-source.ts'
import { withOwn } from '../../own-members.ts'
import { name } from '../name.ts'

/** The content of a message: one string where it is one plain text, else a list; undefined where it is nothing. */
export function writeContent(
  parts: readonly PartOrPiece[],
  task: WriteTask,
): string | readonly JsonObject[] | undefined {
  const [only] = parts
  if (parts.length === 1 && only !== undefined) {
    if (only.kind === 'json') return printJson(only.json)
    if (isPlain(only, task)) return only.text
  }
  if (only === undefined) return undefined
  const items = parts.map((part) => writeItem(part, task)).filter((item) => item !== undefined)
  return items.length === 0 ? undefined : items
}

function isPlain(part: PartOrPiece, task: WriteTask): part is NeutralText {
  if (part.kind !== 'text' || part.own?.origin === name) return false
  return part.mark === undefined || !takesMarks(task)
}

/** OpenAI itself keeps prompts without being asked; some that copy its API take Anthropic's marks. */
function takesMarks({ provider }: WriteTask): boolean {
  return markers.has(provider)
}

const markers: ReadonlySet<string> = new Set(['qwen'])

/** Notes the marks that the target does not take. */
export function loseMarks(parts: readonly PartOrPiece[], task: WriteTask): void {
  if (takesMarks(task)) return
  for (const part of parts) {
    if (part.mark !== undefined) task.lose(part.at, 'cache mark', 'The target has no cache marks.')
    if (part.kind === 'result') loseMarks(part.content, task)
  }
}

function writeItem(part: PartOrPiece, task: WriteTask): JsonObject | undefined {
  const made = writeKnown(part, task)
  if (made === undefined) return undefined
  const own = withOwn(made, part.own, name)
  const isMarked = part.mark !== undefined && takesMarks(task)
  return isMarked ? { ...own, cache_control: writeEphemeral(part.mark) } : own
}

function writeKnown(part: PartOrPiece, task: WriteTask): JsonObject | undefined {
  switch (part.kind) {
    case 'text':
      return { type: 'text', text: part.text }
    case 'json':
      return { type: 'text', text: printJson(part.json) }
    case 'refusal':
      return { type: 'refusal', refusal: part.text }
    case 'media':
      return writeMedia(part, task)
    case 'opaque':
      return part.origin === name ? (part.raw as JsonObject) : undefined
    default:
      return undefined
  }
}

function writeMedia(part: NeutralMedia, task: WriteTask): JsonObject | undefined {
  const made = mediaOf(part, task.provider)
  if (typeof made !== 'string') return made
  task.lose(part.at, part.media, made)
  return undefined
}

/** The part, or the reason why there is none. */
function mediaOf(
  { media, source, name: title, detail }: NeutralMedia,
  provider: string,
): JsonObject | string {
  if (source.by === 'id' && source.provider !== provider)
    return 'The file is known to another provider alone.'
  if (media === 'video') return 'The target takes no video.'
  if (media === 'image') {
    if (source.by === 'id' || source.by === 'text') return 'The target takes images by data or address alone.'
    const url = addressOf({ ...source, type: source.type ?? 'image/png' })
    return { type: 'image_url', image_url: detail === undefined ? { url } : { url, detail } }
  }
  if (media === 'audio') return audioOf(source)
  if (source.by === 'address') return 'The target takes files by data or id alone.'
  if (source.by === 'text')
    return { type: 'text', text: title === undefined ? source.text : `${title}\n\n${source.text}` }
  const file = source.by === 'id' ? { file_id: source.id } : { file_data: addressOf(source) }
  return {
    type: 'file',
    file: { ...file, ...(title === undefined ? nameless(source.by) : { filename: title }) },
  }
}

/** Bytes of a file need a name. */
function nameless(by: string): JsonObject {
  return by === 'data' ? { filename: 'file' } : {}
}

const forms: ReadonlyMap<string | undefined, string> = new Map([
  ['audio/wav', 'wav'],
  ['audio/x-wav', 'wav'],
  ['audio/mpeg', 'mp3'],
  ['audio/mp3', 'mp3'],
])

function audioOf(source: NeutralMedia['source']): JsonObject | string {
  const form = forms.get(source.type)
  if (source.by !== 'data') return 'The target takes audio by data alone.'
  if (form === undefined) return 'The target takes audio as WAV and MP3 alone.'
  return { type: 'input_audio', input_audio: { data: source.data, format: form } }
}
