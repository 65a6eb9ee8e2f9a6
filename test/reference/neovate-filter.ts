import type { Message } from './build.ts'

type Part = Readonly<Record<string, unknown>>

/** `filterMessages` as Neovate's design document of 2026-02-04 has it, but for its debug output. */
export function filterMessages(messages: readonly Message[]): Message[] {
  const messageTypeOnly = messages.filter((message) => message.type === 'message')
  if (messageTypeOnly.length === 0) return []
  const messageMap = new Map<unknown, Message>()
  for (const message of messageTypeOnly) messageMap.set(message.uuid, message)
  const activePath = new Set<unknown>()
  let currentMessage = messageTypeOnly[messageTypeOnly.length - 1]
  while (currentMessage) {
    activePath.add(currentMessage.uuid)
    if (currentMessage.parentUuid === null) break
    const parentMessage = messageMap.get(currentMessage.parentUuid)
    if (!parentMessage) break
    currentMessage = parentMessage
  }
  const filteredByPath = messageTypeOnly.filter((message) => activePath.has(message.uuid))
  const toolResultIds = idsIn(filteredByPath, 'tool', 'tool-result', 'toolCallId')
  const toolUseIds = idsIn(filteredByPath, 'assistant', 'tool_use', 'id')
  const unmatchedIds = new Set([...toolUseIds].filter((id) => !toolResultIds.has(id)))
  return filteredByPath.filter((message) => {
    if (message.role === 'assistant' && Array.isArray(message.content)) {
      const parts: readonly Part[] = message.content
      return !parts.some((part) => part.type === 'tool_use' && unmatchedIds.has(part.id))
    }
    return true
  })
}

function idsIn(messages: readonly Message[], role: string, type: string, member: string): Set<unknown> {
  const ids = new Set<unknown>()
  for (const message of messages) {
    if (message.role !== role || !Array.isArray(message.content)) continue
    for (const part of message.content as readonly Part[]) if (part.type === type) ids.add(part[member])
  }
  return ids
}
