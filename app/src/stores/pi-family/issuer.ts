import { partsWithoutSeals, withoutSeals } from '../contract/seals.ts'
import { isObject, type JsonObject } from '../records/json.ts'
import { idMember } from './record.ts'

/** Chat APIs sign nothing: there, the member names the one that the reasoning came in. */
const plainMembers: ReadonlySet<unknown> = new Set(['reasoning', 'reasoning_content', 'reasoning_text'])

/** Whether the signature of reasoning is one. */
export function isSignature(signature: unknown): boolean {
  return typeof signature === 'string' && signature !== '' && !plainMembers.has(signature)
}

/** A message without the names and seals of its provider: ids of calls are then those of the calls alone. */
export function withoutIssuer(raw: unknown): unknown {
  if (!isObject(raw)) return raw
  if (raw.role === 'toolResult') return withOwnId(raw, idMember(raw))
  return partsWithoutSeals(raw, 'content', (part) => withOwnId(withoutSeals(part), 'id'))
}

/** OpenAI's calls have two ids here: `call_1|fc_2`, of which the second is the name of the item. */
function withOwnId(raw: JsonObject, member: string): JsonObject {
  const [id, item] = String(raw[member] ?? '').split('|')
  return item === undefined ? raw : { ...raw, [member]: id }
}
