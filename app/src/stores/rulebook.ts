import {
  type Format,
  MortiseError,
  type OwnDoor,
  type Row,
  type Rulebook,
  rulebooks,
  withFormats,
} from '@mortise/core'
import type { Store } from './store.ts'

const doors = new WeakMap<Store, OwnDoor>()

/** What can be asked about the messages of a store. */
export function doorOf(store: Store): OwnDoor {
  const known = doors.get(store)
  if (known !== undefined) return known
  const door = withFormats([store.format])
  doors.set(store, door)
  return door
}

const books = new WeakMap<Store, Map<Rulebook, Rulebook>>()

/** What an API demands of the messages of a store, once the agent has laid them out and mended what it mends. */
export function rulebookFor(store: Store, api: string | Rulebook): Rulebook {
  const rulebook = rulebookNamed(api)
  const ofStore = books.get(store) ?? new Map<Rulebook, Rulebook>()
  books.set(store, ofStore)
  const known = ofStore.get(rulebook)
  if (known !== undefined) return known
  const made = combined(store, rulebook)
  ofStore.set(rulebook, made)
  return made
}

/** What an API demands of requests, by its name. */
export function rulebookNamed(api: string | Rulebook): Rulebook {
  if (typeof api !== 'string') return api
  const rulebook = rulebooks.find(({ name }) => name === api)
  if (rulebook === undefined) throw new MortiseError('unknown-api', `There is no API \`${api}\` here.`)
  return rulebook
}

/** The rules whose faults an agent mends itself before it sends to an API. */
export function healedBy({ heals }: Store, api: string): readonly string[] {
  return typeof heals === 'function' ? heals(api) : heals
}

function combined(store: Store, rulebook: Rulebook): Rulebook {
  const { format, layout = {}, unasked = [], concerns } = store
  const healed = healedBy(store, rulebook.name)
  const isAsked = (rule: string): boolean => !unasked.includes(rule) && (concerns?.includes(rule) ?? true)
  const asked = Object.entries(rulebook.rows).filter(([rule]) => isAsked(rule))
  const rows = asked.map(([rule, row]) => {
    const own = { ...row, ...speakersOf(format, row) }
    return [rule, healed.includes(rule) ? { ...own, severity: 'advice' as const } : own] as const
  })
  return {
    ...rulebook,
    format: format.name,
    layout: { ...rulebook.layout, ...(typeof layout === 'function' ? layout(rulebook.layout) : layout) },
    rows: Object.fromEntries(rows),
  }
}

/** Who answers in the records has a role of its own there, whatever role it is sent in. */
function speakersOf({ results }: Format, { speakers }: Row): Pick<Row, 'speakers'> {
  if (speakers === undefined || !speakers.includes('user') || !speakers.includes('model')) return {}
  return { speakers: [...new Set([...speakers, results.speaker])] }
}
