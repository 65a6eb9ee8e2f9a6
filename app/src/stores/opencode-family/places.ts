import { dirname, isAbsolute, join } from 'node:path'
import type { Home, Place } from '../contract/store.ts'

/** Where an agent of this family keeps its databases: the folder for data, and the one that a variable names. */
export function placesIn({ folder, environment }: Home, agent: string, variable: string): readonly Place[] {
  const data = join(environment.XDG_DATA_HOME || join(folder, '.local', 'share'), agent)
  const named = environment[variable]
  const folders = named !== undefined && isAbsolute(named) ? [data, dirname(named)] : [data]
  return [...new Set(folders)].map((place) => ({
    folder: place,
    isSession: () => false,
    holdsDatabases: true,
  }))
}
