import { computed, signal } from '@preact/signals'
import type { SearchResult, SessionList, SessionRow } from '../../../app/src/window/api.ts'
import { ask, listen, start } from '../client.ts'

/** The sessions of this machine; undefined until the first of them are read. */
export const list = signal<SessionList | undefined>(undefined)
/** The words that are searched for. */
export const words = signal('')
export const found = signal<SearchResult | undefined>(undefined)
export const isSearching = signal(false)
export const health = signal<'all' | 'broken' | 'live'>('all')
export const agent = signal('')

/** The few that are shown while the others are read. */
const first = 60

/** Reads the list, and again when sessions change on disk; returns a function that ends it. */
export function followSessions(): () => void {
  let isReading = false
  let isStale = false
  const read = async (): Promise<void> => {
    if (isReading) {
      isStale = true
      return
    }
    isReading = true
    try {
      if (list.value === undefined) list.value = await ask<SessionList>('sessions', { most: first })
      list.value = await ask<SessionList>('sessions')
    } catch {
      // The page says that the program is gone.
    }
    isReading = false
    if (!isStale) return
    isStale = false
    void read()
  }
  void read()
  return listen('sessions', () => void read())
}

let searching = 0

/** Searches for words: at once among the names, then in the sessions themselves. */
export async function searchFor(text: string): Promise<void> {
  words.value = text
  const own = ++searching
  found.value = undefined
  const said = text.trim()
  isSearching.value = said.length > 2
  if (!isSearching.value) return
  await new Promise((resolve) => setTimeout(resolve, 250))
  if (own !== searching) return
  try {
    const answer = await ask<SearchResult>('search', { text: said.slice(0, 6000) })
    if (own === searching) found.value = answer
  } catch {
    // The names are searched all the same.
  }
  if (own === searching) isSearching.value = false
}

/** The agents that have sessions here. */
export const agents = computed(() => [...new Set((list.value?.sessions ?? []).map((each) => each.agent))])

/** The sessions that were asked for. */
const shown = computed((): readonly SessionRow[] => {
  const said = words.value.trim().toLowerCase()
  const holding = new Set(found.value?.paths)
  const isError = found.value?.explanation !== undefined
  return (list.value?.sessions ?? []).filter((session) => {
    if (agent.value !== '' && session.agent !== agent.value) return false
    if (health.value === 'broken' && session.health === 'sound') return false
    if (health.value === 'live' && session.live !== true) return false
    if (said === '' || holding.has(session.path)) return true
    return !isError && nameOf(session).includes(said)
  })
})

function nameOf({ name, id, folder, agent: own, path }: SessionRow): string {
  return `${name}\n${id ?? ''}\n${folder ?? path}\n${own}`.toLowerCase()
}

/** A row of the list: a project, or one of its sessions. */
export type ListRow =
  | { readonly kind: 'project'; readonly folder: string; readonly count: number; readonly broken: number }
  | { readonly kind: 'session'; readonly session: SessionRow }

/** The sessions by project; the project that was used last comes first. */
export const rows = computed((): readonly ListRow[] => {
  const projects = new Map<string, SessionRow[]>()
  for (const session of shown.value) {
    const folder = session.folder ?? ''
    const own = projects.get(folder)
    if (own === undefined) projects.set(folder, [session])
    else own.push(session)
  }
  return [...projects].flatMap(([folder, sessions]): ListRow[] => [
    {
      kind: 'project',
      folder: nearHome(folder),
      count: sessions.length,
      broken: sessions.filter((each) => each.health === 'broken').length,
    },
    ...sessions.map((session): ListRow => ({ kind: 'session', session })),
  ])
})

/** A path below the home, in short. */
export function nearHome(path: string): string {
  const home = start.value?.home ?? ''
  return home !== '' && path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path
}
