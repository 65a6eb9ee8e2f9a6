import type { Block, Message } from './blocks.ts'

/** Notes the ids of a plain message; false where something in it must be read to tell. */
export function noteIds(raw: unknown, ids: string[]): boolean {
  const message = raw as Message | null | undefined
  if (message?.tool_calls !== undefined || message?.tool_call_id !== undefined) return false
  const content = message?.content
  if (typeof content === 'string') return true
  if (!Array.isArray(content)) return false
  for (let index = 0; index < content.length; index++) {
    const block = content[index] as Block | null | undefined
    const type = block?.type
    if (type === 'text' || type === 'thinking') continue
    if (type !== 'tool_use' && type !== 'tool_result') return false
    const id = type === 'tool_use' ? block?.id : block?.tool_use_id
    if (typeof id !== 'string' || id === '') return false
    ids.push(id)
  }
  return true
}
