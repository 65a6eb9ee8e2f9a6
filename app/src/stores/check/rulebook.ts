import {
  type Format,
  MortiseError,
  type OwnDoor,
  type Row,
  type Rulebook,
  type RuleName,
  rulebooks,
  withFormats,
} from '@mortise/core'
import type { Lane, Store } from '../contract/store.ts'

const doors = new WeakMap<Store, OwnDoor>()

/** The functions of the engine for the messages of a store. */
export function doorOf(store: Store): OwnDoor {
  const known = doors.get(store)
  if (known !== undefined) return known
  const door = withFormats([store.format])
  doors.set(store, door)
  return door
}

/** The sender of a session: its agent, which heals some faults as it sends, or another program, which heals none. */
export type Sender = 'agent' | 'other'

type Books = WeakMap<Store, Map<string, Map<Rulebook, Rulebook>>>

const books: Readonly<Record<Sender, Books>> = { agent: new WeakMap(), other: new WeakMap() }

/** The demands of an API on the messages of a store: the agent's layout counts, and the faults that it heals are advice. */
export function rulebookFor(
  store: Store,
  api: string | Rulebook,
  sender: Sender = 'agent',
  { heals = [] }: Pick<Lane, 'heals'> = {},
): Rulebook {
  const rulebook = rulebookNamed(api)
  const ofStore = books[sender].get(store) ?? new Map<string, Map<Rulebook, Rulebook>>()
  books[sender].set(store, ofStore)
  const key = heals.join()
  const ofLane = ofStore.get(key) ?? new Map<Rulebook, Rulebook>()
  ofStore.set(key, ofLane)
  const known = ofLane.get(rulebook)
  if (known !== undefined) return known
  const made = combined(store, rulebook, sender, heals)
  ofLane.set(rulebook, made)
  return made
}

/** The rulebook of an API, by its name. */
export function rulebookNamed(api: string | Rulebook): Rulebook {
  if (typeof api !== 'string') return api
  const rulebook = rulebooks.find(({ name }) => name === api)
  if (rulebook === undefined) throw new MortiseError('unknown-api', `There is no API \`${api}\` here.`)
  return rulebook
}

/** The rules whose faults are healed on the way to an API. */
export function healedBy({ heals }: Store, api: string, sender: Sender): readonly RuleName[] {
  if (sender === 'other') return []
  return typeof heals === 'function' ? heals(api) : heals
}

function combined(store: Store, rulebook: Rulebook, sender: Sender, heals: readonly RuleName[]): Rulebook {
  const { format, layout = {} } = store
  const unasked: readonly string[] = store.unasked ?? []
  const concerns: readonly string[] | undefined = store.concerns
  const healed: readonly string[] = [
    ...healedBy(store, rulebook.name, sender),
    ...(sender === 'agent' ? heals : []),
  ]
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

/** A result has a role of its own in the records, in whichever role it is sent. */
function speakersOf({ results }: Format, { speakers }: Row): Pick<Row, 'speakers'> {
  if (speakers === undefined || !speakers.includes('user') || !speakers.includes('model')) return {}
  return { speakers: [...new Set([...speakers, results.speaker])] }
}
