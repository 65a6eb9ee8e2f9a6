import type { WriteTask } from '../../../model/converter.ts'
import { flatMap } from '../../../model/flat-map.ts'
import { isObject, type JsonObject, printJson } from '../../../model/json.ts'
import type {
  NeutralCall,
  NeutralMedia,
  NeutralPart,
  NeutralReasoning,
  NeutralResult,
  NeutralText,
  ResultPiece,
} from '../../../model/neutral.ts'
import { isPositionalId } from '../../../model/positional-id.ts'
import { argumentsValue } from '../../call-arguments.ts'
import { loseMark, loseTitle, signatureFor } from '../../losses.ts'
import { withOwn } from '../../own-members.ts'
import { origin } from './origin.ts'
import { isFailure } from './read-result.ts'

/** The parts of a content for a neutral part: one, or none where it is lost. */
export function writePart(part: NeutralPart, task: WriteTask): readonly unknown[] {
  loseMark(part, task)
  switch (part.kind) {
    case 'text':
      return [writeText(part, task)]
    case 'refusal':
      task.lose(part.at, 'refusal', 'The target has no refusals: its words are text.')
      return [{ text: part.text }]
    case 'media':
      return writeMedia(part, task)
    case 'call':
      return [writeCall(part, task)]
    case 'result':
      return [writeResult(part, task)]
    case 'reasoning':
      return writeReasoning(part, task)
    case 'opaque':
      return part.origin === origin ? [part.raw] : []
  }
}

export function writeText(part: NeutralText, task: WriteTask): unknown {
  const thoughtSignature = signatureFor(part.signature, part.at, task)
  return withOwn({ text: part.text, ...(thoughtSignature && { thoughtSignature }) }, part.own, origin)
}

function writeMedia(part: NeutralMedia, task: WriteTask): readonly unknown[] {
  const made = mediaOf(part, task)
  if (part.source.by === 'text') loseTitle(part, task)
  if (made === undefined) task.lose(part.at, part.media, 'The file is kept by another provider.')
  if (part.detail !== undefined) task.lose(part.at, 'detail of an image', 'The target has no such setting.')
  return made === undefined ? [] : [withOwn(made, part.own, origin)]
}

function mediaOf({ source, name }: NeutralMedia, task: WriteTask): JsonObject | undefined {
  const held = {
    ...(source.type !== undefined && { mimeType: source.type }),
    ...(name && { displayName: name }),
  }
  switch (source.by) {
    case 'data':
      return { inlineData: { ...held, data: source.data } }
    case 'address':
      return { fileData: { ...held, fileUri: source.address } }
    case 'id':
      return source.provider === task.provider ? { fileData: { ...held, fileUri: source.id } } : undefined
    case 'text':
      return { text: source.text }
  }
}

function writeCall(call: NeutralCall, task: WriteTask): unknown {
  const thoughtSignature = signatureFor(call.signature, call.at, task)
  const called = { name: call.name ?? '', args: argumentsValue(call) }
  const id = writtenId(call)
  const functionCall = id === undefined ? called : { id, ...called }
  const made = thoughtSignature === undefined ? { functionCall } : { functionCall, thoughtSignature }
  return withOwn(made, call.own, origin)
}

function writtenId({ id }: NeutralCall | NeutralResult): string | undefined {
  return id === undefined || isPositionalId(id) ? undefined : id
}

function writeReasoning(part: NeutralReasoning, task: WriteTask): readonly unknown[] {
  const thoughtSignature = signatureFor(part.proof, part.at, task)
  if (part.text === '' && thoughtSignature === undefined) return []
  // A signature that stands for hidden reasoning is on an empty text.
  const isSealed = part.proof?.as === 'encrypted' && part.text === ''
  const made = {
    text: part.text,
    ...(!isSealed && { thought: true }),
    ...(thoughtSignature && { thoughtSignature }),
  }
  return [withOwn(made, part.own, origin)]
}

function writeResult(result: NeutralResult, task: WriteTask): unknown {
  for (const piece of result.content) loseMark(piece, task)
  const shown = flatMap(result.content, (piece) => shownPart(piece, task))
  const said = { name: result.name ?? '', response: responseOf(result) }
  const id = writtenId(result)
  const told = id === undefined ? said : { id, ...said }
  const functionResponse = shown.length === 0 ? told : { ...told, parts: shown }
  return withOwn({ functionResponse }, result.own, origin)
}

function shownPart(piece: ResultPiece, task: WriteTask): readonly unknown[] {
  if (piece.kind === 'opaque') return piece.origin === origin ? [piece.raw] : []
  return piece.kind === 'media' ? writeMedia(piece, task) : []
}

/** The output of a tool as an object: the words of a tool that failed are its `error`, other words its `output`. */
function responseOf({ content, isError }: NeutralResult): unknown {
  const said = content.filter((piece) => piece.kind === 'text' || piece.kind === 'json')
  const [only, ...more] = said
  if (only === undefined) return isError ? { error: '' } : {}
  const value =
    more.length > 0 ? said.map(wordsOf).join('\n\n') : only.kind === 'text' ? only.text : only.json
  if (isError) return isFailure(value) ? value : { error: value }
  // A member called `error` would say that the tool failed.
  return isObject(value) && !isFailure(value) ? value : { output: value }
}

function wordsOf(piece: ResultPiece): string {
  if (piece.kind === 'text') return piece.text
  return piece.kind === 'json' ? printJson(piece.json) : ''
}
