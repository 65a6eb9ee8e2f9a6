import type { Range } from '../../model/format.ts'
import { type Block, hasMark, hostedHalf, type Message } from './blocks.ts'
import type { BodyLook } from './body-look.ts'

/**
 * Whether something in these messages may concern others far away: more marks than are left, a tool
 * run by the provider, whose halves may stand apart, or one that is not among those declared, and is named once.
 */
export function tiesFar(
  turns: readonly unknown[],
  ranges: readonly Range[],
  marksLeft: number,
  body: BodyLook,
): boolean {
  let marks = 0
  for (const { start, end } of ranges) {
    for (let position = start; position < end; position++) {
      const content = (turns[position] as Message | null | undefined)?.content
      if (!Array.isArray(content)) continue
      for (let index = 0; index < content.length; index++) {
        const block = content[index] as Block | null
        if (typeof block !== 'object' || block === null) continue
        if (hasMark(block)) marks++
        if (hostedHalf(block) !== undefined || isUndeclared(block, body)) return true
      }
    }
  }
  return marks > marksLeft
}

function isUndeclared({ type, name }: Block, body: BodyLook): boolean {
  return type === 'tool_use' && !body.declares(name)
}
