import { isObject, type JsonObject, nonEmpty } from '../../../model/json.ts'
import type { NeutralCall, NeutralOpaque, Signature } from '../../../model/neutral.ts'
import { type Place, placeIn } from '../../../model/place.ts'
import { readArguments } from '../../call-arguments.ts'
import { keepOwn, ownOf } from '../../own-members.ts'
import { name } from '../name.ts'
import { isCustomCall } from '../shapes.ts'
import { opaque } from './read-content.ts'

const members: ReadonlySet<string> = new Set(['id', 'type', 'function'])
const customMembers: ReadonlySet<string> = new Set(['id', 'type', 'custom'])
const functionMembers: ReadonlySet<string> = new Set(['name', 'arguments'])
const inputMembers: ReadonlySet<string> = new Set(['name', 'input'])

/** Reads the calls of an assistant's message. */
export function readCalls(calls: unknown, at: Place): readonly (NeutralCall | NeutralOpaque)[] {
  if (calls === undefined || calls === null) return []
  if (!Array.isArray(calls)) return [opaque(calls, at)]
  return calls.map((raw: unknown, index) => readCall(raw, placeIn(at, index)))
}

function readCall(raw: unknown, at: Place): NeutralCall | NeutralOpaque {
  if (!isObject(raw)) return opaque(raw, at)
  if (isCustomCall(raw)) return readCustom(raw, at)
  const called = typeof raw.function === 'string' ? { name: raw.function } : raw.function
  if (!isObject(called)) return opaque(raw, at)
  const signature = readSignature(raw.extra_content)
  const call: NeutralCall = {
    kind: 'call',
    id: nonEmpty(raw.id),
    name: nonEmpty(called.name),
    arguments: readArguments(called.arguments),
    tool: 'function',
    at,
  }
  const taken = signature === undefined ? members : new Set([...members, 'extra_content'])
  const own = ownOf(name, [raw, taken], [called, functionMembers, 'function'])
  return keepOwn(signature === undefined ? call : { ...call, signature }, own)
}

/** Google's copy of this API puts the signature of a call here. */
function readSignature(extra: unknown): Signature | undefined {
  const google = isObject(extra) && Object.keys(extra).length === 1 ? extra.google : undefined
  if (!isObject(google) || Object.keys(google).length !== 1) return undefined
  const value = nonEmpty(google.thought_signature)
  return value === undefined ? undefined : { provider: 'google', value }
}

function readCustom(raw: JsonObject, at: Place): NeutralCall {
  const custom = isObject(raw.custom) ? raw.custom : {}
  const input = typeof custom.input === 'string' ? custom.input : ''
  const call: NeutralCall = {
    kind: 'call',
    id: nonEmpty(raw.id),
    name: nonEmpty(custom.name),
    arguments: { text: input },
    tool: 'custom',
    at,
  }
  return keepOwn(call, ownOf(name, [raw, customMembers], [custom, inputMembers, 'custom']))
}

/** Reads the one call of an older model, which has no id. */
export function readOlderCall(raw: unknown, at: Place): readonly (NeutralCall | NeutralOpaque)[] {
  if (raw === undefined || raw === null) return []
  if (!isObject(raw)) return [opaque(raw, at)]
  const call: NeutralCall = {
    kind: 'call',
    id: undefined,
    name: nonEmpty(raw.name),
    arguments: readArguments(raw.arguments),
    tool: 'function',
    at,
  }
  return [keepOwn(call, ownOf(name, [raw, functionMembers]))]
}
