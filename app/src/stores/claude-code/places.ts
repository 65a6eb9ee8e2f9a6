import { join } from 'node:path'
import type { Home, Place } from '../contract/store.ts'

/** Where Claude Code keeps its sessions: the folders that it is told, else the usual ones. */
export function places({ folder, environment }: Home): readonly Place[] {
  const told = environment.CLAUDE_CONFIG_DIR?.split(',').map((name) => name.trim())
  const named = told?.filter((name) => name !== '') ?? []
  const usual = [
    join(environment.XDG_CONFIG_HOME || join(folder, '.config'), 'claude'),
    join(folder, '.claude'),
  ]
  const folders = named.length > 0 ? named : usual
  return [...new Set(folders)].map((name) => ({ folder: join(name, 'projects'), isSession }))
}

// A session or an older subagent beside it; a subagent in the folder of its session.
const session = /^[^/]+\/[^/]+\.jsonl$/
const subagent = /^[^/]+\/[^/]+\/subagents\/(?:[^/]+\/)*agent-[^/]+\.jsonl$/

function isSession(path: string): boolean {
  return session.test(path) || subagent.test(path)
}
