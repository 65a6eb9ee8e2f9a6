import { isObject, type JsonObject, nonEmpty } from '../../model/json.ts'
import type { Place } from '../../model/place.ts'
import type { ToolChange } from '../../model/tool-change.ts'
import type { ArgumentsForm, Part, Speaker, Turn, Unreadable } from '../../model/transcript.ts'
import { isStandIn } from '../../texts/fixed.ts'
import { likelySpeaker, roleOf, speakers } from '../messages.ts'
import { readAs } from '../own-turn.ts'
import {
  type BlockKind,
  held,
  isHostedCall,
  isHostedResult,
  isMore,
  isReadableAs,
  isReadablePiece,
  isStored,
  kindOf,
  namesIn,
  sealOf,
} from './blocks.ts'
import { ownTurn } from './own-turn.ts'

export function readTurn(message: unknown, index: number, root: Place, unreadable: Unreadable[]): Turn {
  if (!isObject(message)) {
    unreadable.push({ at: [...root, index], wanted: 'an object' })
    return turnOf('unknown', 'unreadable', [], index, message)
  }
  const own = ownTurn(message)
  if (own !== undefined) return readAs(readTurn(own, index, root, []), message, roleOf(message))
  const { role, content } = message
  const speaker = speakers.get(role) ?? 'unknown'
  if (Array.isArray(content)) {
    const at = [...root, index, 'content']
    const parts = Array.from(content, (block: unknown, position) =>
      readBlock(block, position, at, unreadable),
    )
    return turnOf(speaker, 'list', parts, index, message)
  }
  if (typeof content === 'string') return turnOf(speaker, 'text', [wholeText(content)], index, message)
  if (content === undefined || content === null) return turnOf(speaker, 'none', [], index, message)
  unreadable.push({ at: [...root, index, 'content'], wanted: 'a list' })
  return turnOf(speaker, 'unreadable', [], index, message)
}

/** Words without a list around them: they are not where this API looks, but they are not lost. */
function wholeText(text: string): Part {
  return { kind: 'text', list: 'content', index: -1, raw: text, text }
}

function turnOf(speaker: Speaker, shape: Turn['shape'], parts: Part[], index: number, raw: unknown): Turn {
  const role = roleOf(raw)
  const plain = { vacant: false, isPrefix: false, isAborted: false }
  const turn = { speaker, role, shape, parts, index, raw, ...plain }
  // A tool that the provider runs stands in the model's own turn, with its result.
  const hasCalls = parts.some(({ kind }) => kind === 'call' || kind === 'hosted')
  const isClear = speaker === 'user' || speaker === 'model' || (speaker !== 'unknown' && !hasCalls)
  return isClear ? turn : { ...turn, likely: likelySpeaker(role, hasCalls) }
}

function readBlock(raw: unknown, index: number, at: Place, unreadable: Unreadable[]): Part {
  const kind = kindOf(raw)
  if (kind === undefined || !isObject(raw) || !isReadableAs(raw, kind)) {
    unreadable.push({ at: [...at, index], wanted: 'a content block' })
    return { kind: 'other', list: 'content', index, raw, isReadable: false }
  }
  if (kind === 'toolResult') return readResult(raw, index, at, unreadable)
  return kind === 'toolUse' ? readCall(raw, index) : readPlain(raw, kind, index)
}

function readPlain(raw: JsonObject, kind: BlockKind | 'strange', index: number): Part {
  const place = { list: 'content', index, raw }
  switch (kind) {
    case 'text':
      return { kind: 'text', ...place, text: String(raw.text) }
    case 'image':
    case 'video':
    case 'audio':
      return { kind: 'media', ...place, kinds: mediaKindsOf(raw, kind) }
    case 'document':
      return {
        kind: 'media',
        ...place,
        kinds: mediaKindsOf(raw, kind),
        isDocument: true,
        documents: namesIn([raw]),
      }
    case 'reasoningContent':
      return { kind: 'reasoning', ...place, ...sealOf(held(raw, kind)) }
    case 'toolAddition':
    case 'toolRemoval':
      return { kind: 'other', ...place, isReadable: true, toolChange: changeOf(raw, kind) }
    case 'cachePoint':
      return { kind: 'other', ...place, isReadable: true, mark: raw.cachePoint, isSilent: true }
    case 'strange':
      return { kind: 'other', ...place, isReadable: true, isStrange: true, ids: idsIn(raw) }
    default:
      return { kind: 'other', ...place, isReadable: true }
  }
}

/** A block of an unknown kind may be a call, or a result. */
function idsIn(raw: JsonObject): readonly string[] {
  const ids = Object.keys(raw).map((kind) => nonEmpty(held(raw, kind).toolUseId))
  return ids.filter((id) => id !== undefined)
}

function mediaKindsOf(raw: JsonObject, kind: BlockKind): readonly string[] {
  return isStored(raw, kind) ? [kind, 'stored'] : [kind]
}

/** A tool that is given or taken is one that the body declares. */
function changeOf(raw: JsonObject, kind: BlockKind): ToolChange {
  const name = nonEmpty(held(held(raw, kind), 'tool').name)
  return { isAddition: kind === 'toolAddition', name, isDefinition: false }
}

function readCall(raw: JsonObject, index: number): Part {
  const call = held(raw, 'toolUse')
  const place = { list: 'content', index, raw, id: nonEmpty(call.toolUseId), name: nonEmpty(call.name) }
  if (isHostedCall(call)) return { kind: 'hosted', ...place, half: 'call' }
  return {
    kind: 'call',
    ...place,
    arguments: call.input,
    form: formOf(call.input),
    tool: 'function',
    signed: false,
    excused: false,
  }
}

function formOf(input: unknown): ArgumentsForm {
  if (isObject(input)) return 'object'
  if (input === undefined || input === null) return 'absent'
  return typeof input === 'string' ? 'broken-text' : 'other'
}

function readResult(raw: JsonObject, index: number, at: Place, unreadable: Unreadable[]): Part {
  const result = held(raw, 'toolResult')
  const id = nonEmpty(result.toolUseId)
  if (isHostedResult(result)) return { kind: 'hosted', list: 'content', index, raw, half: 'result', id }
  noteUnreadable(result.content, [...at, index, 'toolResult', 'content'], unreadable)
  const { content } = result
  const blocks: readonly unknown[] = Array.isArray(content) ? content : []
  const isNull = content === undefined || content === null
  const said = blocks.length === 1 ? held({ only: blocks[0] }, 'only').text : content
  // Member by member: to make one of spread objects takes ten times as long.
  return {
    kind: 'result',
    list: 'content',
    name: undefined,
    tool: 'function',
    index,
    raw,
    id,
    content,
    isError: result.status === 'error',
    isEmpty: isNull || content === '' || (Array.isArray(content) && blocks.length === 0),
    isNull,
    hasMedia: blocks.some(isMore),
    mediaKinds: kindsOfMedia.filter((kind) =>
      blocks.some((block) => isObject(block) && isObject(block[kind])),
    ),
    documents: namesIn(blocks),
    isSynthetic: typeof said === 'string' && isStandIn(said),
  }
}

const kindsOfMedia = ['image', 'document', 'video'] as const

function noteUnreadable(content: unknown, at: Place, unreadable: Unreadable[]): void {
  if (content === undefined || content === null || typeof content === 'string') return
  if (!Array.isArray(content)) unreadable.push({ at, wanted: 'a list' })
  else
    content.forEach((block: unknown, index) => {
      if (!isReadablePiece(block)) unreadable.push({ at: [...at, index], wanted: 'a content block' })
    })
}
