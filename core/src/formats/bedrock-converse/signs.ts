import type { Sign } from '../../model/format.ts'
import { isObject, type JsonObject } from '../../model/json.ts'
import { blockKinds } from './blocks.ts'

/** The sign of this format that a message shows: a block is named by its one member. */
export function signOf(turn: unknown): Sign {
  if (!isObject(turn) || !Array.isArray(turn.content)) return undefined
  let sign: Sign
  for (const block of turn.content) {
    if (!isOwnBlock(block)) continue
    if (turn.role === 'assistant' && isObject(block.toolUse)) return 'sure'
    sign = 'some'
  }
  return sign
}

/** Blocks of other formats say what they are in a member of its own. */
function isOwnBlock(block: unknown): block is JsonObject {
  return isObject(block) && block.type === undefined && blockKinds.some((kind) => block[kind] !== undefined)
}

/** The model and the tools stand under names of their own. */
export function hasOwnMembers({ modelId, toolConfig }: JsonObject): boolean {
  return modelId !== undefined || toolConfig !== undefined
}
