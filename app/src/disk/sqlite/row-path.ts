import { sep } from 'node:path'

/** A session in a database: the path of the file, and the id of the session in it. */
export interface RowPath {
  readonly database: string
  readonly id: string
}

/**
 * The database and the session that a path names, as if the database were a folder; undefined for a path of a file.
 *
 * `/home/me/.openclaw/agents/main/agent/openclaw-agent.sqlite/3f2a` is session `3f2a` of that database.
 */
export function rowPathIn(path: string): RowPath | undefined {
  const [, database, name] = pattern.exec(path) ?? []
  if (database === undefined || name === undefined) return undefined
  try {
    return { database, id: decodeURIComponent(name) }
  } catch {
    return undefined
  }
}

const pattern = /^(.+\.(?:sqlite|db))[/\\]([^/\\]+)$/

/** The path of a session in a database; an id that is no plain name is escaped. */
export function rowPathOf(database: string, id: string): string {
  return `${database}${sep}${rowNameOf(id)}`
}

/** The last part of such a path. */
export function rowNameOf(id: string): string {
  return encodeURIComponent(id).replace(/^\.+$/, (dots) => '%2E'.repeat(dots.length))
}
