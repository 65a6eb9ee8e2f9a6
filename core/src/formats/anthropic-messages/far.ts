import { type Block, hasMark, hostedHalf, type Message } from './blocks.ts'

/**
 * Whether something in these messages concerns others far away: more marks than may be, or a tool run
 * by the provider whose halves do not stand in one message.
 */
export function tiesFar(turns: readonly unknown[], maximumMarks: number): boolean {
  let marks = 0
  for (let position = 0; position < turns.length; position++) {
    const content = (turns[position] as Message | null | undefined)?.content
    if (!Array.isArray(content)) continue
    let open = 0
    for (let index = 0; index < content.length; index++) {
      const block = content[index] as Block | null
      if (typeof block !== 'object' || block === null) continue
      if (hasMark(block)) marks++
      const half = block.type === 'text' ? undefined : hostedHalf(block)
      if (half === undefined) continue
      // Halves that take turns are the usual thing; any other order is looked at together with the rest.
      if (half === 'call') open++
      else if (--open < 0) return true
    }
    if (open !== 0 || marks > maximumMarks) return true
  }
  return marks > maximumMarks
}
