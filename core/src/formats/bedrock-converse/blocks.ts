import { isObject, type JsonObject, nonEmpty } from '../../model/json.ts'

/** The members by which a content block says what it is; a block has one of them. */
export const blockKinds = [
  'text',
  'toolUse',
  'toolResult',
  'image',
  'document',
  'video',
  'audio',
  'reasoningContent',
  'cachePoint',
  'guardContent',
  'citationsContent',
  'searchResult',
  'toolAddition',
  'toolRemoval',
] as const

export type BlockKind = (typeof blockKinds)[number]

/** The kind of a block: one of the known kinds, `strange` where nobody here knows it, undefined where it is none. */
export function kindOf(block: unknown): BlockKind | 'strange' | undefined {
  if (!isObject(block)) return undefined
  let found: BlockKind | undefined
  for (const kind of blockKinds) {
    if (block[kind] === undefined || block[kind] === null) continue
    if (found !== undefined) return undefined
    found = kind
  }
  return found ?? 'strange'
}

/** The value in a block of this kind. */
export function held(block: unknown, kind: string): JsonObject {
  const value = isObject(block) ? block[kind] : undefined
  return isObject(value) ? value : {}
}

/** The names of the documents among some blocks. */
export function namesIn(blocks: readonly unknown[]): readonly string[] {
  const names = blocks.map((block) => held(block, 'document').name)
  return names.filter((name) => typeof name === 'string')
}

/** Whether a block that says it is a text, a call or a result can be read as one. */
export function isReadableAs(block: JsonObject, kind: BlockKind | 'strange'): boolean {
  if (kind === 'text') return typeof block.text === 'string'
  return kind === 'strange' || isObject(block[kind])
}

/** Whether a call is of a tool that the provider runs; calls of the caller's tools may say so, too. */
export function isHostedCall({ type }: JsonObject): boolean {
  return nonEmpty(type) !== undefined && type !== 'tool_use'
}

/** Whether a result is of a tool that the provider ran: it says of which one. */
export function isHostedResult({ type }: JsonObject): boolean {
  return nonEmpty(type) !== undefined && type !== 'tool_result'
}

/** Whether a block of a result is neither words nor JSON. */
export function isMore(block: unknown): boolean {
  return isObject(block) && block.text === undefined && block.json === undefined
}

/** Whether what a block shows lies in a store of the provider. */
export function isStored(block: unknown, kind: string): boolean {
  return isObject(held(held(block, kind), 'source').s3Location)
}

/** How reasoning is sealed: whole, by a signature, or not at all. */
export function sealOf(reasoning: JsonObject): { readonly sealed: boolean; readonly signed: boolean } {
  if (reasoning.redactedContent !== undefined) return { sealed: true, signed: true }
  return { sealed: false, signed: nonEmpty(held(reasoning, 'reasoningText').signature) !== undefined }
}

/** Reasoning with a text: an empty one if the model showed only its signature. */
export function wordedThought(raw: unknown): unknown {
  const thought = held(raw, 'reasoningContent')
  const { reasoningText: told } = thought
  if (!isObject(raw) || !isObject(told) || (told.text !== undefined && told.text !== null)) return raw
  return { ...raw, reasoningContent: { ...thought, reasoningText: { ...told, text: '' } } }
}

/** Whether a block of a result can be read. */
export function isReadablePiece(block: unknown): boolean {
  return (
    isObject(block) && (block.text === undefined || block.text === null || typeof block.text === 'string')
  )
}
