import type { WriteTask } from '../../../model/converter.ts'
import { type JsonObject, printJson } from '../../../model/json.ts'
import type {
  NeutralCall,
  NeutralMedia,
  NeutralPart,
  NeutralReasoning,
  NeutralResult,
  NeutralText,
  ResultPiece,
} from '../../../model/neutral.ts'
import { argumentsValue } from '../../call-arguments.ts'
import { flagInWords } from '../../error-words.ts'
import { loseMark, loseTitle } from '../../losses.ts'
import { withOwn } from '../../own-members.ts'
import { origin } from './origin.ts'
import { writeOptions } from './provider-options.ts'

/** The parts of a message's content for a neutral part: one, or none where it is lost. */
export function writePart(part: NeutralPart, task: WriteTask): readonly unknown[] {
  switch (part.kind) {
    case 'text':
      return [writeText(part)]
    case 'refusal':
      task.lose(part.at, 'refusal', 'The target has no refusals: its words are text.')
      return [{ type: 'text', text: part.text }]
    case 'media':
      return writeMedia(part, task)
    case 'call':
      return [writeCall(part)]
    case 'result':
      return [writeResult(part, task)]
    case 'reasoning':
      return [writeReasoning(part)]
    case 'opaque':
      return part.origin === origin ? [part.raw] : []
  }
}

function writeText(part: NeutralText): JsonObject {
  return withOwn(
    { type: 'text', text: part.text, ...writeOptions({ mark: part.mark, signature: part.signature }) },
    part.own,
    origin,
  )
}

function writeReasoning({ text, mark, proof, id, own }: NeutralReasoning): JsonObject {
  // Only OpenAI names its items.
  const named = proof === undefined || proof.provider === 'openai' ? { id } : {}
  return withOwn({ type: 'reasoning', text, ...writeOptions({ mark, proof, ...named }) }, own, origin)
}

function writeCall(call: NeutralCall): JsonObject {
  const made = {
    type: 'tool-call',
    toolCallId: call.id ?? '',
    toolName: call.name ?? '',
    input: argumentsValue(call),
    ...writeOptions({ mark: call.mark, signature: call.signature }),
  }
  return withOwn(made, call.own, origin)
}

function writeMedia(part: NeutralMedia, task: WriteTask): readonly JsonObject[] {
  const { source, media, name, mark } = part
  if (source.by === 'text') {
    loseTitle(part, task)
    return [{ type: 'text', text: source.text }]
  }
  if (source.by === 'id') {
    task.lose(part.at, media, 'The file is kept by one provider alone.')
    return []
  }
  if (part.detail !== undefined) task.lose(part.at, 'detail of an image', 'The target has no such setting.')
  const data = source.by === 'data' ? source.data : source.address
  const options = writeOptions({ mark })
  const named = name === undefined ? {} : { filename: name }
  const made =
    media === 'image'
      ? {
          type: 'image',
          image: data,
          ...(source.type !== undefined && { mediaType: source.type }),
          ...named,
          ...options,
        }
      : { type: 'file', data, mediaType: source.type ?? usualTypes[media], ...named, ...options }
  return [withOwn(made, part.own, origin)]
}

const usualTypes = { file: 'application/octet-stream', audio: 'audio/*', video: 'video/*' } as const

function writeResult(result: NeutralResult, task: WriteTask): JsonObject {
  const made = {
    type: 'tool-result',
    toolCallId: result.id ?? '',
    toolName: result.name ?? '',
    output: outputOf(result, task),
    ...writeOptions({ mark: result.mark }),
  }
  return withOwn(made, result.own, origin)
}

/** The output of a tool. Words and values have a flag for failure; a list of pieces has none, so words tell it. */
function outputOf(result: NeutralResult, task: WriteTask): JsonObject {
  const { content, isError } = result
  for (const piece of content) loseMark(piece, task)
  const [only, ...more] = content
  if (only === undefined && isError) return { type: 'error-text', value: '' }
  if (only !== undefined && more.length === 0 && only.own?.origin !== origin) {
    if (only.kind === 'text') return { type: isError ? 'error-text' : 'text', value: only.text }
    if (only.kind === 'json') return { type: isError ? 'error-json' : 'json', value: only.json }
  }
  return { type: 'content', value: flagInWords(result).flatMap((piece) => writePiece(piece, task)) }
}

function writePiece(piece: ResultPiece, task: WriteTask): readonly unknown[] {
  if (piece.kind === 'text') return [withOwn({ type: 'text', text: piece.text }, piece.own, origin)]
  if (piece.kind === 'json') return [{ type: 'text', text: printJson(piece.json) }]
  if (piece.kind === 'opaque') return piece.origin === origin ? [piece.raw] : []
  const { source, media, name } = piece
  if (source.by === 'text') {
    loseTitle(piece, task)
    return [{ type: 'text', text: source.text }]
  }
  if (source.by === 'id') {
    task.lose(piece.at, media, 'The file is kept by one provider alone.')
    return []
  }
  const family = media === 'image' ? 'image' : 'file'
  const typed = source.type === undefined ? {} : { mediaType: source.type }
  const named = name === undefined ? {} : { filename: name }
  const made =
    source.by === 'address'
      ? { type: `${family}-url`, url: source.address, ...(family === 'file' && typed) }
      : {
          type: `${family}-data`,
          data: source.data,
          mediaType: source.type ?? 'application/octet-stream',
          ...named,
        }
  return [withOwn(made, piece.own, origin)]
}
