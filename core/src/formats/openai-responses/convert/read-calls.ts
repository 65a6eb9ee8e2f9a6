import { isObject, type JsonObject, nonEmpty } from '../../../model/json.ts'
import type { NeutralCall, NeutralResult, ResultPiece } from '../../../model/neutral.ts'
import { type Place, placeIn } from '../../../model/place.ts'
import { nameIn } from '../../../model/tool-namespace.ts'
import { readArguments } from '../../call-arguments.ts'
import { flagFromWords } from '../../error-words.ts'
import { ownOf } from '../../own-members.ts'
import type { ItemKind } from '../items.ts'
import { origin } from './origin.ts'
import { readContent, readImage } from './read-content.ts'

type Tied = Extract<ItemKind, { readonly is: 'call' | 'result' }>

/** The kind of tool, by the type of its call or result: `local_shell_call` is one of `local_shell`. */
function toolOf({ type }: JsonObject): string {
  const name = String(type).replace(/_(?:call|call_output|output)$/, '')
  return name === 'custom_tool' ? 'custom' : name
}

const known = new Map<ReadonlySet<string>, Map<string, ReadonlySet<string>>>()

/** These members and one more; each such set is made once, for all items. */
function withMembers(members: ReadonlySet<string>, member: string): ReadonlySet<string> {
  const sets = known.get(members) ?? new Map<string, ReadonlySet<string>>()
  const set = sets.get(member) ?? new Set([...members, member])
  known.set(members, sets.set(member, set))
  return set
}

const callMembers: ReadonlySet<string> = new Set(['type', 'call_id', 'name', 'namespace'])

/** The name of a tool, with its namespace before it. */
export function wholeName({ name, namespace }: JsonObject): string | undefined {
  const own = nonEmpty(name)
  return own === undefined ? undefined : nameIn(nonEmpty(namespace), own)
}

/** Reads a call; a tool that is known by its kind alone has that for a name. */
export function readCall(raw: JsonObject, { words }: Tied, at: Place): NeutralCall {
  const tool = toolOf(raw)
  const isNamed = tool === 'function' || tool === 'custom'
  // A computer call has one action or a list of them.
  const member = raw[words] === undefined && tool === 'computer' ? 'actions' : words
  const own = ownOf(origin, [raw, withMembers(callMembers, member)])
  return {
    kind: 'call',
    at,
    id: nonEmpty(raw.call_id),
    name: wholeName(raw) ?? (isNamed ? undefined : tool),
    arguments: argumentsOf(raw[member], tool),
    tool,
    ...(own && { own }),
  }
}

function argumentsOf(given: unknown, tool: string): NeutralCall['arguments'] {
  if (tool === 'function') return readArguments(given)
  if (tool === 'custom' && (typeof given === 'string' || given === undefined)) return { text: given ?? '' }
  return { json: given ?? {} }
}

const resultMembers: ReadonlySet<string> = new Set(['type', 'call_id'])
const patchMembers: ReadonlySet<string> = new Set(['type', 'call_id', 'status'])

/** Reads a result. Only a patch has a flag for failure: elsewhere it is told in words. */
export function readResult(raw: JsonObject, { words }: Tied, at: Place, provider: string): NeutralResult {
  const tool = toolOf(raw)
  const isPatch = tool === 'apply_patch'
  const content = readOutput(raw[words], tool, placeIn(at, words), provider)
  const own = ownOf(origin, [raw, withMembers(isPatch ? patchMembers : resultMembers, words)])
  const said = isPatch ? { content, isError: raw.status === 'failed' } : flagFromWords(content)
  return { kind: 'result', at, id: nonEmpty(raw.call_id), tool, ...said, ...(own && { own }) }
}

function readOutput(output: unknown, tool: string, at: Place, provider: string): readonly ResultPiece[] {
  if (output === undefined || output === null) return []
  if (typeof output === 'string') return [{ kind: 'text', at, text: output }]
  if (Array.isArray(output) && (tool === 'function' || tool === 'custom'))
    return readContent(output, at, provider).map((part) =>
      part.kind === 'refusal' ? { kind: 'text', at: part.at ?? at, text: part.text } : part,
    )
  const screen = tool === 'computer' && isObject(output) ? readImage(output, at, provider) : undefined
  return [screen ?? { kind: 'json', at, json: output }]
}
