import { isObject, type JsonObject, nonEmpty } from '../../../model/json.ts'
import type {
  NeutralOpaque,
  NeutralPart,
  NeutralReasoning,
  NeutralSpeaker,
  NeutralTurn,
  OwnMembers,
} from '../../../model/neutral.ts'
import { type Place, placeIn } from '../../../model/place.ts'
import { ownOf } from '../../own-members.ts'
import { type ItemKind, kindOf } from '../items.ts'
import { origin } from './origin.ts'
import { readCall, readResult } from './read-calls.ts'
import { readContent } from './read-content.ts'

/** Reads items into turns: those of one answer of the model are one turn, and so are results side by side. */
export function readItems(items: readonly unknown[], root: Place, provider: string): readonly NeutralTurn[] {
  const turns: { turn: NeutralTurn; parts: NeutralPart[] }[] = []
  for (let index = 0; index < items.length; index++) {
    if (addsTools(items[index])) continue
    const turn = readItem(items[index], placeIn(root, index), provider)
    const last = turns.at(-1)
    const isMore = turn.speaker === 'model' || turn.speaker === 'tool'
    if (isMore && last?.turn.speaker === turn.speaker) for (const part of turn.parts) last.parts.push(part)
    else turns.push({ turn, parts: [...turn.parts] })
  }
  return turns.map(({ turn, parts }) => ({ ...turn, parts }))
}

/** Whether an item is a list of tools: they belong to the request. */
export function addsTools(item: unknown): item is JsonObject {
  return isObject(item) && item.type === 'additional_tools' && Array.isArray(item.tools)
}

function readItem(raw: unknown, at: Place, provider: string): NeutralTurn {
  if (!isObject(raw)) return { speaker: 'user', at, parts: [opaqueItem(raw, at)] }
  const kind = kindOf(raw)
  switch (kind.is) {
    case 'message':
      return readMessage(raw, at, provider)
    case 'call':
      return { speaker: 'model', at, parts: [readCall(raw, kind, at)] }
    case 'result':
      return { speaker: 'tool', at, parts: [readResult(raw, kind, at, provider)] }
    case 'reasoning':
      return { speaker: 'model', at, parts: readReasoning(raw, at, provider) }
    default:
      return { speaker: speakerOf(kind), at, parts: [opaqueItem(raw, at)] }
  }
}

function speakerOf(kind: ItemKind): NeutralSpeaker {
  return kind.is === 'other' && (kind.speaker === 'user' || kind.speaker === 'system')
    ? kind.speaker
    : 'model'
}

/** An item that only this format knows. */
function opaqueItem(raw: unknown, at: Place): NeutralOpaque {
  const type = isObject(raw) ? nonEmpty(raw.type) : undefined
  return { kind: 'opaque', at, origin, what: `item \`${(type ?? 'unknown').slice(0, 60)}\``, raw }
}

const speakers: ReadonlyMap<unknown, NeutralSpeaker> = new Map<unknown, NeutralSpeaker>([
  ['user', 'user'],
  ['assistant', 'model'],
  ['system', 'system'],
  ['developer', 'developer'],
])

const messageMembers: ReadonlySet<string> = new Set(['type', 'role', 'content'])

function readMessage(raw: JsonObject, at: Place, provider: string): NeutralTurn {
  const speaker = speakers.get(raw.role)
  if (speaker === undefined) return { speaker: 'user', at, parts: [opaqueItem(raw, at)] }
  const parts = readContent(raw.content, placeIn(at, 'content'), provider)
  const own = ownOf(origin, [raw, messageMembers])
  if (speaker === 'model') return { speaker, at, parts: ownedParts(parts, own, at) }
  return { speaker, at, parts, ...(own && { own }) }
}

/**
 * The parts of a message of the model, as they stand in the item.
 *
 * Items of the model are joined, so the first part keeps what its item says of itself, and each part the way to it.
 */
function ownedParts(
  parts: readonly NeutralPart[],
  own: OwnMembers | undefined,
  at: Place,
): readonly NeutralPart[] {
  const all = parts.length === 0 && own !== undefined ? [{ kind: 'text', text: '' } as const] : parts
  return all.map((part, index) => {
    const inner = part.own?.members.map(({ steps, value }) => ({
      steps: ['content', index, ...steps],
      value,
    }))
    const members = [...(index === 0 ? (own?.members ?? []) : []), ...(inner ?? [])]
    return members.length === 0 ? part : { ...part, at, own: { origin, members } }
  })
}

const reasoningMembers: ReadonlySet<string> = new Set([
  'type',
  'id',
  'summary',
  'content',
  'encrypted_content',
])

/** Reads a reasoning item: one part for each text of it, the first with its proof. */
function readReasoning(raw: JsonObject, at: Place, provider: string): readonly NeutralPart[] {
  const texts = [
    ...textsOf(raw.summary, placeIn(at, 'summary'), true),
    ...textsOf(raw.content, placeIn(at, 'content'), false),
  ]
  if (texts.includes(undefined)) return [opaqueItem(raw, at)]
  const [first = { kind: 'reasoning', text: '' } as const, ...more] = texts.filter(
    (text) => text !== undefined,
  )
  const id = nonEmpty(raw.id)
  const value = nonEmpty(raw.encrypted_content)
  const named = id === undefined ? {} : { id }
  const own = ownOf(origin, [raw, reasoningMembers])
  return [
    {
      ...first,
      at,
      ...named,
      ...(value !== undefined && { proof: { provider, value, as: 'encrypted' } }),
      ...(own && { own }),
    },
    ...more.map((part) => ({ ...part, ...named })),
  ]
}

/** The texts of a summary or of reasoning that is shown; undefined stands for what is none. */
function textsOf(list: unknown, at: Place, isSummary: boolean): readonly (NeutralReasoning | undefined)[] {
  if (list === undefined || list === null) return []
  if (!Array.isArray(list)) return [undefined]
  return Array.from(list, (raw: unknown, index) => {
    const isText = isObject(raw) && typeof raw.text === 'string' && Object.keys(raw).length === 2
    if (!isText) return undefined
    const place = placeIn(at, index)
    return { kind: 'reasoning', at: place, text: String(raw.text), ...(isSummary && { isSummary }) }
  })
}
