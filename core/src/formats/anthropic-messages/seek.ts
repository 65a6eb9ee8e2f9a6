import type { IdTable } from '../../engine/look/id-table.ts'
import type { IdTrail } from '../../engine/look/id-trail.ts'
import type { Block, Message } from './blocks.ts'

/** The first message with a call that is looked out for, or -1; what is sound has each result beside its call. */
export function seekCall(turns: readonly unknown[], from: number, to: number, ids: IdTable): number {
  for (let position = from; position < to; position++) {
    const { role, content } = turns[position] as Message
    if (role !== 'assistant' || !Array.isArray(content)) continue
    for (let index = 0; index < content.length; index++) {
      const { type, id } = content[index] as Block
      if (type === 'tool_use' && !ids.add(id as string)) return position
    }
  }
  return -1
}

/** Notes where the ids of the calls of a sound message stand. */
export function noteCalls(trail: IdTrail, content: readonly unknown[], position: number): void {
  for (let index = 0; index < content.length; index++) {
    const { type, id } = content[index] as Block
    if (type === 'tool_use') trail.note(id as string, position)
  }
}
