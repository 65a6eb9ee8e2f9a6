import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Home, Place } from '../contract/store.ts'

/** Where Hermes keeps its database, and where older versions kept one for each profile. */
export function places({ folder, environment }: Home): readonly Place[] {
  const home = environment.HERMES_HOME || join(folder, '.hermes')
  const profiles = join(home, 'profiles')
  return [
    place(home),
    ...namesIn(profiles).map((profile) => ({ ...place(join(profiles, profile)), profile })),
  ]
}

function place(folder: string): Place {
  return { folder, isSession: () => false, holdsDatabases: true }
}

function namesIn(folder: string): readonly string[] {
  try {
    const found = readdirSync(folder, { withFileTypes: true })
    return found.flatMap((entry) => (entry.isFile() ? [] : entry.name)).sort()
  } catch {
    return []
  }
}
