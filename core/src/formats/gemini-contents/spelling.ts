import { isObject, type JsonObject } from '../../model/json.ts'

/** A member of a part, by the name that JSON has for it and the one that the protocol has: both are taken. */
export type Spelling = readonly [camel: string, snake: string]

export const callKeys: Spelling = ['functionCall', 'function_call']
export const resultKeys: Spelling = ['functionResponse', 'function_response']
export const signatureKeys: Spelling = ['thoughtSignature', 'thought_signature']
export const instructionKeys: Spelling = ['systemInstruction', 'system_instruction']

/** The name under which an object has a member, or undefined where it has none; null is none. */
export function keyOf(raw: JsonObject, [camel, snake]: Spelling): string | undefined {
  if (raw[camel] !== undefined && raw[camel] !== null) return camel
  return raw[snake] !== undefined && raw[snake] !== null ? snake : undefined
}

/** A member of an object, whichever way it is written. */
export function memberOf(raw: JsonObject, keys: Spelling): unknown {
  const key = keyOf(raw, keys)
  return key === undefined ? undefined : raw[key]
}

/** The name to write a member under: as it is written already, else in the manner of the whole part. */
export function keyToWrite(raw: unknown, keys: Spelling): string {
  if (!isObject(raw)) return keys[0]
  return keyOf(raw, keys) ?? (isSnake(raw) ? keys[1] : keys[0])
}

/** Whether a part is written the way the protocol names its members. */
export function isSnake(raw: unknown): boolean {
  return isObject(raw) && Object.keys(raw).some((key) => key.includes('_'))
}
