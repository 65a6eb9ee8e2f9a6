import { type JsonObject, printJson } from '../../../model/json.ts'
import type { Citation, NeutralMedia, NeutralResult, NeutralText } from '../../../model/neutral.ts'
import { flagInWords } from '../../error-words.ts'
import { loseMark, loseSignature, loseTitle } from '../../losses.ts'
import { addressOf } from '../../media-source.ts'
import { withOwn } from '../../own-members.ts'
import { origin } from './origin.ts'
import type { ItemContent } from './read-content.ts'
import type { ResponsesWriting } from './writing.ts'

/** The parts of a message's content; the model's words are of a type of their own. */
export function writePart(
  part: ItemContent,
  isModel: boolean,
  writing: ResponsesWriting,
): readonly unknown[] {
  loseMark(part, writing)
  switch (part.kind) {
    case 'text':
      return [withOwn(isModel ? writeOutput(part, writing) : writeInput(part, writing), part.own, origin)]
    case 'refusal':
      return [
        withOwn(isModel ? { type: 'refusal', refusal: part.text } : inputText(part.text), part.own, origin),
      ]
    case 'media':
      if (!isModel) return writeMedia(part, writing)
      writing.lose(part.at, part.media, 'The target has no media in what the model says.')
      return []
    case 'opaque':
      return part.origin === origin ? [part.raw] : []
  }
}

function inputText(text: string): JsonObject {
  return { type: 'input_text', text }
}

function writeInput(part: NeutralText, writing: ResponsesWriting): JsonObject {
  loseSignature(part, writing)
  return inputText(part.text)
}

function writeOutput(part: NeutralText, writing: ResponsesWriting): JsonObject {
  loseSignature(part, writing)
  const isAnswer = writing.nameOf !== undefined
  const annotations = (part.citations ?? [])
    .filter((citation) => isAnswer || citation.origin === origin)
    .map((citation) => annotationOf(citation, part.text.length))
    .filter((annotation) => annotation !== undefined)
  return {
    type: 'output_text',
    text: part.text,
    ...((isAnswer || annotations.length > 0) && { annotations }),
  }
}

/** A source with an address, as an annotation on the first words of that length. */
export function annotationOf({ origin: from, raw, address, title = '' }: Citation, length: number): unknown {
  if (from === origin) return raw
  if (address === undefined) return undefined
  return { type: 'url_citation', start_index: 0, end_index: length, title, url: address }
}

/** The part for media; none where this API takes no such media, which is noted. */
function writeMedia(part: NeutralMedia, writing: ResponsesWriting): readonly JsonObject[] {
  const made = mediaOf(part, writing)
  if (part.source.by === 'text') loseTitle(part, writing)
  if (made === undefined) {
    const why =
      part.source.by === 'id' ? 'The file is kept by another provider.' : 'The target takes no such media.'
    writing.lose(part.at, part.media, why)
    return []
  }
  if (part.detail !== undefined && made.detail === undefined)
    writing.lose(part.at, 'detail of an image', 'The target has no such setting.')
  return [withOwn(made, part.own, origin)]
}

function mediaOf(part: NeutralMedia, { provider }: ResponsesWriting): JsonObject | undefined {
  const { source, media } = part
  if (source.by === 'text') return inputText(source.text)
  if (source.by === 'id' && source.provider !== provider) return undefined
  switch (media) {
    case 'image': {
      const detail = part.detail === undefined ? {} : { detail: part.detail }
      const held = source.by === 'id' ? { file_id: source.id } : { image_url: addressOf(source) }
      return { type: 'input_image', ...held, ...detail }
    }
    case 'file':
      return { type: 'input_file', ...fileOf(part) }
    case 'audio':
      return audioOf(part)
    case 'video':
      return undefined
  }
}

/** Bytes of a file are taken with a name alone. */
function fileOf({ source, name }: NeutralMedia): JsonObject {
  const named = name === undefined ? {} : { filename: name }
  if (source.by === 'id') return { ...named, file_id: source.id }
  if (source.by === 'address') return { ...named, file_url: source.address }
  const end = source.type === 'application/pdf' ? '.pdf' : ''
  return { filename: `document${end}`, ...named, file_data: addressOf(source) }
}

const sounds: ReadonlyMap<string | undefined, string> = new Map([
  ['audio/mpeg', 'mp3'],
  ['audio/mp3', 'mp3'],
  ['audio/wav', 'wav'],
  ['audio/x-wav', 'wav'],
])

function audioOf({ source }: NeutralMedia): JsonObject | undefined {
  const format = sounds.get(source.type)
  if (source.by !== 'data' || format === undefined) return undefined
  return { type: 'input_audio', input_audio: { data: source.data, format } }
}

/** The output of a tool: one string where it is words alone, else a list. There is no flag for failure, so words tell it. */
export function writeOutputOf(result: NeutralResult, writing: ResponsesWriting): unknown {
  const content = flagInWords(result)
  const [only, ...more] = content
  if (only === undefined) return ''
  for (const piece of content) loseMark(piece, writing)
  if (more.length === 0 && only.kind === 'json') return printJson(only.json)
  if (more.length === 0 && only.kind === 'text' && only.own?.origin !== origin) return only.text
  return content.flatMap((piece) => {
    const { mark: _, ...plain } = piece
    return plain.kind === 'json' ? [inputText(printJson(plain.json))] : writePart(plain, false, writing)
  })
}
