import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Home, Place } from '../contract/store.ts'
import { tables } from './tables.ts'

/** Where OpenClaw keeps its sessions: a folder for each agent in it. */
export function places({ folder, environment }: Home): readonly Place[] {
  const base = environment.OPENCLAW_STATE_DIR || join(folder, '.openclaw')
  const agents = join(base, 'agents')
  return profilesIn(agents).flatMap((profile): readonly Place[] => {
    const files = { folder: join(agents, profile, 'sessions'), profile, isSession, isArchive }
    const folder = join(agents, profile, 'agent')
    if (!holdsDatabase(folder)) return [files]
    return [files, { folder, profile, isSession: () => false, holdsDatabases: true }]
  })
}

/** Whether OpenClaw keeps sessions in a database there: since 2026.8. */
function holdsDatabase(folder: string): boolean {
  try {
    return readdirSync(folder).some(tables.isDatabase)
  } catch {
    return false
  }
}

/** The agent in whose folder of sessions a file lies, wherever that folder may be. */
export function profileIn(path: string): string | undefined {
  return /\/agents\/([^/]+)\/(?:sessions|agent\/[^/]+\.sqlite)\/[^/]+$/.exec(path.replaceAll('\\', '/'))?.[1]
}

export function liesLike(path: string): boolean {
  return profileIn(path) !== undefined
}

/** The agents by name; the first one, which is always there, where nothing can be read. */
function profilesIn(agents: string): string[] {
  try {
    const found = readdirSync(agents, { withFileTypes: true })
    return found.flatMap((entry) => (entry.isFile() ? [] : entry.name)).sort()
  } catch {
    return ['main']
  }
}

// Files that OpenClaw puts beside a session: reset, deleted or backed up.
const archive =
  /^(?:[^/]+(?:\.jsonl\.(?:reset|deleted|bak)[.-][^/]+|\.checkpoint\.[^/]+\.jsonl)|cold\/[0-9a-f]{64}\.jsonl\.zst)$/
// Notes about its runs, in another form: nothing of them is ever sent again.
const trace = /\.trajectory\.jsonl$/

function isSession(path: string): boolean {
  return /^[^/]+\.jsonl$/.test(path) && !isArchive(path) && !trace.test(path)
}

function isArchive(path: string): boolean {
  return archive.test(path) && !path.endsWith('.lock')
}
