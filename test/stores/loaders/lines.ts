/** What every loader starts from; nothing here knows how Mortise reads a session. */

export type Json = Readonly<Record<string, unknown>>

/** The records of a file, as an agent that skips what it cannot parse sees them. */
export function recordsIn(bytes: Uint8Array): Json[] {
  const records: Json[] = []
  for (const line of new TextDecoder().decode(bytes).split('\n')) {
    try {
      const value: unknown = JSON.parse(line)
      if (isObject(value)) records.push(value)
    } catch {
      // Skipped, as the agent does.
    }
  }
  return records
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function listIn(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

/** The records from a leaf back to its root, first to last. */
export function pathTo(records: readonly Json[], leaf: Json | undefined, id: string, parent: string): Json[] {
  const byId = new Map<unknown, Json>()
  for (const record of records) if (!byId.has(record[id])) byId.set(record[id], record)
  const path: Json[] = []
  const passed = new Set<Json>()
  for (let at = leaf; at !== undefined && !passed.has(at); at = byId.get(at[parent] ?? undefined)) {
    passed.add(at)
    path.push(at)
    if (at[parent] === null || at[parent] === undefined) break
  }
  return path.reverse()
}
