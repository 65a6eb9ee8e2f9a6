import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brokenConversation } from './demo-conversation.ts'

// Cline is found here on every system, and sends the stray result of the demo as it stands.
const task = '.vscode-server/data/User/globalStorage/saoudrizwan.claude-dev/tasks/1767603600000'

/** Writes a session with faults into a home, as an agent keeps it; the same conversation as in the demo. */
export function writeSampleSession(home: string): void {
  const folder = join(home, task)
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'api_conversation_history.json')
  writeFileSync(file, JSON.stringify(brokenConversation.messages))
  // Its writer is gone.
  const then = new Date(2026, 0, 5)
  utimesSync(file, then, then)
}
