import { isObject, type JsonObject, nonEmpty } from '../../../model/json.ts'
import type { CacheMark, NeutralReasoning, Signature } from '../../../model/neutral.ts'
import { readEphemeral, writeEphemeral } from '../../cache-control.ts'
import type { ReadObject } from '../../own-members.ts'

// Options for a provider stand under its name: each reads its own, so that every signature can be kept.

const member = 'providerOptions'

/** The values read from the options of a part, and the objects with the members that were not read. */
export interface ReadOptions {
  readonly mark?: CacheMark
  readonly signature?: Signature
  readonly proof?: NeutralReasoning['proof']
  readonly id?: string
  readonly objects: readonly ReadObject[]
}

/** The members that hold a proof, by provider. Bedrock's are those of Claude. */
const proofs: readonly (readonly [
  name: string,
  key: string,
  provider: string,
  as: 'signature' | 'encrypted',
])[] = [
  ['anthropic', 'signature', 'anthropic', 'signature'],
  ['anthropic', 'redactedData', 'anthropic', 'encrypted'],
  ['bedrock', 'signature', 'anthropic', 'signature'],
  ['bedrock', 'redactedData', 'anthropic', 'encrypted'],
  ['google', 'thoughtSignature', 'google', 'signature'],
  ['vertex', 'thoughtSignature', 'google', 'signature'],
  ['openai', 'reasoningEncryptedContent', 'openai', 'encrypted'],
  ['azure', 'reasoningEncryptedContent', 'openai', 'encrypted'],
]

/** Reads the options of a part; what is not known of them stays with the format. */
export function readOptions(raw: JsonObject, kind: 'reasoning' | 'other'): ReadOptions {
  const options = raw[member]
  if (!isObject(options)) return { objects: [] }
  const taken = new Map<string, Set<string>>()
  const take = (name: string, key: string): unknown => {
    const value = isObject(options[name]) ? options[name][key] : undefined
    if (value !== undefined) taken.set(name, new Set([...(taken.get(name) ?? []), key]))
    return value
  }
  const mark = readMark(options, take)
  const proof = kind === 'reasoning' ? readProof(options, take) : undefined
  const signature = kind === 'reasoning' ? undefined : readSignature(options, take)
  const id =
    kind === 'reasoning' && isText(options, 'openai', 'itemId')
      ? nonEmpty(take('openai', 'itemId'))
      : undefined
  const objects = [...taken].map(([name, keys]): ReadObject => [options[name], keys, member, name])
  return {
    ...(mark && { mark }),
    ...(signature && { signature }),
    ...(proof && { proof }),
    ...(id !== undefined && { id }),
    objects: [[options, new Set(taken.keys()), member], ...objects],
  }
}

type Take = (name: string, key: string) => unknown

function isText(options: JsonObject, name: string, key: string): boolean {
  const held = options[name]
  return isObject(held) && nonEmpty(held[key]) !== undefined
}

function readMark(options: JsonObject, take: Take): CacheMark | undefined {
  const mark = isObject(options.anthropic) ? readEphemeral(options.anthropic.cacheControl) : undefined
  if (mark !== undefined) take('anthropic', 'cacheControl')
  return mark
}

function readProof(options: JsonObject, take: Take): NeutralReasoning['proof'] {
  const row = proofs.find(([name, key]) => isText(options, name, key))
  if (row === undefined) return undefined
  const [name, key, provider, as] = row
  return { provider, value: String(take(name, key)), as }
}

function readSignature(options: JsonObject, take: Take): Signature | undefined {
  const name = ['google', 'vertex'].find((one) => isText(options, one, 'thoughtSignature'))
  return name === undefined
    ? undefined
    : { provider: 'google', value: String(take(name, 'thoughtSignature')) }
}

/** The options of a part for providers. */
export interface PartOptions {
  readonly mark?: CacheMark | undefined
  readonly signature?: Signature | undefined
  readonly proof?: NeutralReasoning['proof']
  readonly id?: string | undefined
}

/** The options of a part; nothing where there is nothing to tell. */
export function writeOptions({ mark, signature, proof, id }: PartOptions): JsonObject {
  const made: Record<string, JsonObject> = {}
  const put = (name: string, members: JsonObject): void => {
    made[name] = { ...made[name], ...members }
  }
  if (mark !== undefined) put('anthropic', { cacheControl: writeEphemeral(mark) })
  if (signature !== undefined)
    put(signature.provider, { [keyOf(signature.provider, 'signature')]: signature.value })
  if (proof !== undefined) put(proof.provider, { [keyOf(proof.provider, proof.as)]: proof.value })
  if (id !== undefined) put('openai', { itemId: id })
  return Object.keys(made).length === 0 ? {} : { [member]: made }
}

function keyOf(provider: string, as: 'signature' | 'encrypted'): string {
  if (provider === 'google') return 'thoughtSignature'
  const row = proofs.find(([name, , , kind]) => name === provider && kind === as)
  return row?.[1] ?? 'signature'
}
