import type { JsonObject } from '../../../model/json.ts'
import type {
  Citation,
  NeutralCall,
  NeutralPart,
  NeutralReasoning,
  NeutralResult,
  NeutralText,
} from '../../../model/neutral.ts'
import { argumentsValue } from '../../call-arguments.ts'
import { loseMark, loseSignature, signatureFor } from '../../losses.ts'
import { withOwn } from '../../own-members.ts'
import { origin } from './origin.ts'
import { markOf } from './write-mark.ts'
import { writeMedia } from './write-media.ts'
import type { ConverseWriting } from './writing.ts'

/** The blocks of a part: none where it is lost, and a cache point after it where it is marked. */
export function writeBlocks(part: NeutralPart, writing: ConverseWriting): readonly unknown[] {
  const made = writePart(part, writing)
  if (part.mark === undefined || made.length === 0) return made
  return [...made, markOf(part.mark)]
}

function writePart(part: NeutralPart, writing: ConverseWriting): readonly unknown[] {
  switch (part.kind) {
    case 'text':
      return [writeText(part, writing)]
    case 'refusal':
      writing.lose(part.at, 'refusal', 'The target has no refusals: its words are text.')
      return [{ text: part.text }]
    case 'media':
      return writeMedia(part, writing)
    case 'call':
      return [writeCall(part, writing)]
    case 'result':
      return [writeResult(part, writing)]
    case 'reasoning':
      return writeReasoning(part, writing)
    case 'opaque':
      return part.origin === origin ? [part.raw] : []
  }
}

function writeText(part: NeutralText, writing: ConverseWriting): unknown {
  loseSignature(part, writing)
  const guarded =
    part.own?.origin === origin && part.own.members.find(({ steps }) => steps[0] === 'guardContent')
  if (guarded) return { guardContent: guarded.value }
  const citations = (part.citations ?? []).flatMap((citation) => citationsOf(citation, writing))
  if (citations.length === 0) return withOwn({ text: part.text }, part.own, origin)
  const citationsContent = { content: [{ text: part.text }], citations }
  return withOwn({ citationsContent }, part.own, origin)
}

/** A request has the sources of this format alone: whoever is answered reads any address. */
function citationsOf(citation: Citation, { takesUnsigned: isAnswer }: ConverseWriting): readonly unknown[] {
  const made = isAnswer || citation.origin === origin ? writeCitation(citation) : undefined
  return made === undefined ? [] : [made]
}

/** A source of words; undefined where it has no address that this format could name. */
export function writeCitation({ origin: from, raw, address, title, quote }: Citation): unknown {
  if (from === origin) return raw
  if (address === undefined) return undefined
  return {
    ...(title !== undefined && { title }),
    ...(quote !== undefined && { sourceContent: [{ text: quote }] }),
    location: { web: { url: address } },
  }
}

function writeCall(call: NeutralCall, writing: ConverseWriting): unknown {
  loseSignature(call, writing)
  const toolUse = { toolUseId: call.id ?? '', name: call.name ?? '', input: argumentsValue(call) }
  return withOwn({ toolUse }, call.own, origin)
}

function writeResult(result: NeutralResult, writing: ConverseWriting): unknown {
  const content = result.content.flatMap((piece) => {
    loseMark(piece, writing)
    if (piece.kind === 'json') return [withOwn({ json: piece.json }, piece.own, origin)]
    return writePart(piece, writing)
  })
  const toolResult = {
    toolUseId: result.id ?? '',
    content,
    ...(result.isError && { status: 'error' }),
  }
  return withOwn({ toolResult }, result.own, origin)
}

function writeReasoning(part: NeutralReasoning, writing: ConverseWriting): readonly JsonObject[] {
  const value = signatureFor(part.proof, part.at, writing)
  if (value !== undefined && part.proof?.as === 'encrypted')
    return [withOwn({ reasoningContent: { redactedContent: value } }, part.own, origin)]
  if (value === undefined && !writing.takesUnsigned) {
    writing.lose(part.at, 'reasoning', 'The target takes reasoning only with a signature of its own.')
    return []
  }
  const reasoningText = { text: part.text, ...(value !== undefined && { signature: value }) }
  return [withOwn({ reasoningContent: { reasoningText } }, part.own, origin)]
}
