import { join } from 'node:path'
import type { Home, Place } from '../contract/store.ts'

/** Where Gemini CLI keeps its sessions: a folder for each project, and one for the subagents of each session. */
export function places({ folder, environment }: Home): readonly Place[] {
  const home = environment.GEMINI_CLI_HOME || folder
  return [{ folder: join(home, '.gemini', 'tmp'), isSession: (path) => log.test(path) }]
}

const log = /^[^/]+\/chats\/(?:session-[^/]+|[^/]+\/[^/]+)\.jsonl$/
