import {
  type Block,
  firstCall,
  hasMark,
  hostedHalf,
  isFine,
  isPair,
  isReasoning,
  type Message,
} from './blocks.ts'
import type { BodyLook } from './body-look.ts'
import * as strays from './strays.ts'

/** What the user's message holds, where it is a list and the message has no other members. */
export function plainAnswer(turn: Message | null, mindsStrays: boolean): readonly unknown[] | undefined {
  if (typeof turn !== 'object' || turn === null || turn.role !== 'user') return undefined
  if (turn.tool_calls !== undefined || (mindsStrays && strays.isLitteredMessage(turn))) return undefined
  return Array.isArray(turn.content) ? turn.content : undefined
}

/** The position of the first call, where all calls are plain and their results come in call order, with nothing but plain words after them; else -1. */
export function firstOfPairs(
  content: readonly unknown[],
  results: readonly unknown[],
  body: BodyLook,
  mindsStrays: boolean,
): number {
  const first = firstCall(content)
  const count = content.length - first
  if (first < 0 || results.length < count) return -1
  for (let index = 0; index < count; index++) {
    const call = content[first + index] as Block
    const result = results[index] as Block
    if (!isPair(call, result) || !body.declares(call.name)) return -1
    if (mindsStrays && (strays.isLitteredCall(call) || result.name !== undefined)) return -1
  }
  for (let index = count; index < results.length; index++) {
    const block = results[index] as Block | null
    if (!isSaid(block, mindsStrays) || hasMark(block) || block?.type === 'image') return -1
  }
  return mindsStrays && first > 0 && strays.isLitteredBefore(content, first) ? -1 : first
}

/** Whether a block is a plain thing to say. */
export function isSaid(block: Block | null, mindsStrays: boolean): boolean {
  if (typeof block !== 'object' || block === null || block.type === 'tool_result') return false
  if (block.type === 'text') return isFine(block) && !(mindsStrays && strays.isLitteredText(block))
  return isFine(block) && !isReasoning(block) && hostedHalf(block) === undefined
}

/** Whether reasoning comes first, but for tools that the provider ran. */
export function isLedByReasoning(content: readonly unknown[]): boolean {
  let index = 0
  while (index < content.length && isHosted(content[index] as Block | null)) index++
  return index < content.length && isReasoning(content[index] as Block)
}

function isHosted(block: Block | null): boolean {
  return typeof block === 'object' && block !== null && hostedHalf(block) !== undefined
}
