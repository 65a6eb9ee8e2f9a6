import { isObject, type JsonObject, nonEmpty } from '../../../model/json.ts'
import type {
  NeutralPart,
  NeutralResult,
  NeutralSpeaker,
  NeutralTurn,
  OwnMembers,
} from '../../../model/neutral.ts'
import { type Place, placeIn } from '../../../model/place.ts'
import { readValue } from '../../call-arguments.ts'
import { mediaOf } from '../../media-source.ts'
import { ownOf } from '../../own-members.ts'
import { isToolType } from '../shown.ts'
import { sourceOf } from './read-source.ts'

/** A chat is read, never written: what only it knows is lost in every other form. */
const shown = 'ai-sdk chat'

const messageMembers: ReadonlySet<string> = new Set(['role', 'parts'])

/** Reads a message that a chat shows: a call and its result are one part, and steps follow each other in it. */
export function readShown(raw: JsonObject, parts: readonly unknown[], at: Place): readonly NeutralTurn[] {
  const speaker: NeutralSpeaker =
    raw.role === 'assistant' ? 'model' : raw.role === 'system' ? 'system' : 'user'
  const steps: ShownStep[] = [{ parts: [], results: [] }]
  for (const [index, part] of parts.entries()) readInto(part, placeIn(at, 'parts', index), steps)
  const turns = steps.flatMap((step): NeutralTurn[] => [
    ...(step.parts.length > 0 ? [{ speaker, at, parts: step.parts }] : []),
    ...(step.results.length > 0 ? [{ speaker: 'tool' as const, at, parts: step.results }] : []),
  ])
  const own = ownOf(shown, [raw, messageMembers])
  const [first = { speaker, at, parts: [] }, ...more] = turns
  return [own === undefined ? first : { ...first, own }, ...more]
}

interface ShownStep {
  readonly parts: NeutralPart[]
  readonly results: NeutralResult[]
}

function readInto(raw: unknown, at: Place, steps: ShownStep[]): void {
  const step = steps.at(-1)
  if (step === undefined) return
  if (!isObject(raw)) step.parts.push(unknownPart(raw, at))
  else if (raw.type === 'step-start') steps.push({ parts: [], results: [] })
  else if (typeof raw.type === 'string' && isToolType(raw.type)) readTool(raw, at, step)
  else step.parts.push(readSaid(raw, at))
}

function unknownPart(raw: unknown, at: Place): NeutralPart {
  const type = isObject(raw) ? nonEmpty(raw.type) : undefined
  return { kind: 'opaque', at, origin: shown, what: `part \`${(type ?? 'unknown').slice(0, 60)}\``, raw }
}

const textMembers: ReadonlySet<string> = new Set(['type', 'text', 'state'])
const fileMembers: ReadonlySet<string> = new Set(['type', 'url', 'mediaType', 'filename'])

function readSaid(raw: JsonObject, at: Place): NeutralPart {
  if ((raw.type === 'text' || raw.type === 'reasoning') && typeof raw.text === 'string')
    return { kind: raw.type, at, text: raw.text, ...kept(ownOf(shown, [raw, textMembers])) }
  const type = nonEmpty(raw.mediaType)
  const source = raw.type === 'file' ? sourceOf(raw.url, type) : undefined
  if (source === undefined) return unknownPart(raw, at)
  const name = nonEmpty(raw.filename)
  const own = kept(ownOf(shown, [raw, fileMembers]))
  return { kind: 'media', at, media: mediaOf(type), source, ...(name !== undefined && { name }), ...own }
}

function kept(own: OwnMembers | undefined): { readonly own?: OwnMembers } {
  return own === undefined ? {} : { own }
}

const toolMembers: ReadonlySet<string> = new Set([
  'type',
  'toolName',
  'toolCallId',
  'state',
  'input',
  'rawInput',
  'output',
  'errorText',
])

/** A call, and what came of it. One that is still being written is left out, as the SDK itself does it. */
function readTool(raw: JsonObject, at: Place, step: ShownStep): void {
  const inner = isObject(raw.toolInvocation) ? raw.toolInvocation : raw
  if (raw.providerExecuted === true) {
    step.parts.push(unknownPart(raw, at))
    return
  }
  const id = nonEmpty(inner.toolCallId)
  const name = nonEmpty(inner.toolName) ?? nonEmpty(String(raw.type).slice('tool-'.length))
  const given = inner.input ?? inner.rawInput ?? inner.args
  const own = inner === raw ? kept(ownOf(shown, [raw, toolMembers])) : {}
  step.parts.push({ kind: 'call', at, id, name, arguments: readValue(given), tool: 'function', ...own })
  const said = inner.output ?? inner.result ?? inner.errorText
  if (said === undefined) return
  const isError = inner.state === 'output-error'
  const content = [
    typeof said === 'string'
      ? ({ kind: 'text', at, text: said } as const)
      : ({ kind: 'json', at, json: said } as const),
  ]
  step.results.push({
    kind: 'result',
    at,
    id,
    ...(name !== undefined && { name }),
    tool: 'function',
    content,
    isError,
  })
}
