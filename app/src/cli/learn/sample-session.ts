import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brokenConversation } from './demo-conversation.ts'

/** Writes a session with faults into a home, as an agent keeps it; the same conversation as in the demo. */
export function writeSampleSession(home: string): void {
  const folder = join(home, '.claude', 'projects', '-sample')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'sample.jsonl')
  const lines = sampleRecords().map((each) => JSON.stringify(each))
  writeFileSync(file, `${lines.join('\n')}\n`)
  // Its writer is gone.
  const then = new Date(2026, 0, 5)
  utimesSync(file, then, then)
}

function sampleRecords(): readonly object[] {
  const messages = Array.isArray(brokenConversation.messages) ? brokenConversation.messages : []
  return messages.map((message: { readonly role: string }, index) => ({
    type: message.role,
    uuid: `u${index}`,
    parentUuid: index === 0 ? null : `u${index - 1}`,
    sessionId: 'sample',
    timestamp: '2026-01-05T10:00:00.000Z',
    message: message.role === 'assistant' ? { id: `msg_${index}`, ...message } : message,
  }))
}
