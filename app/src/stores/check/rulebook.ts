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
import { copingsOf, type Sent } from '../contract/coping.ts'
import type { Store } from '../contract/store.ts'

const doors = new WeakMap<Store, OwnDoor>()

/** The functions of the engine for the messages of a store. */
export function doorOf(store: Store): OwnDoor {
  const known = doors.get(store)
  if (known !== undefined) return known
  const door = withFormats([store.format])
  doors.set(store, door)
  return door
}

const books = new WeakMap<Store, Map<string, Map<Rulebook, Rulebook>>>()

/** The demands of an API on the messages of a store: its layout counts, and the faults that the sender copes with are advice. */
export function rulebookFor(store: Store, api: string | Rulebook, sent: Sent = {}): Rulebook {
  const rulebook = rulebookNamed(api)
  const coped = copingsOf(store, rulebook.name, sent)
  const ofStore = books.get(store) ?? new Map<string, Map<Rulebook, Rulebook>>()
  books.set(store, ofStore)
  const key = [...coped.keys()].join()
  const ofSender = ofStore.get(key) ?? new Map<Rulebook, Rulebook>()
  ofStore.set(key, ofSender)
  const known = ofSender.get(rulebook)
  if (known !== undefined) return known
  const made = combined(store, rulebook, coped)
  ofSender.set(rulebook, made)
  return made
}

/** The rulebook of an API, by its name. */
export function rulebookNamed(api: string | Rulebook): Rulebook {
  if (typeof api !== 'string') return api
  const rulebook = rulebooks.find(({ name }) => name === api)
  if (rulebook === undefined) throw new MortiseError('unknown-api', `There is no API \`${api}\` here.`)
  return rulebook
}

/** Whether an API refuses a fault from a model. */
export function refuses(api: string | Rulebook, rule: RuleName, model: string | undefined): boolean {
  const row = rulebookNamed(api).rows[rule]
  const isOf = ({ model: pattern }: Condition): boolean =>
    pattern === undefined || (model !== undefined && new RegExp(pattern).test(model))
  return row?.severity === 'refused' && (row.when?.some(isOf) ?? true)
}

type Condition = NonNullable<Row['when']>[number]

function combined(store: Store, rulebook: Rulebook, coped: ReadonlyMap<string, unknown>): Rulebook {
  const { format, layout = {} } = store
  const unasked: readonly string[] = store.unasked ?? []
  const concerns: readonly string[] | undefined = store.concerns
  const isAsked = (rule: string): boolean => !unasked.includes(rule) && (concerns?.includes(rule) ?? true)
  const asked = Object.entries(rulebook.rows).filter(([rule]) => isAsked(rule))
  const rows = asked.map(([rule, row]) => {
    const own = { ...row, ...speakersOf(format, row) }
    return [rule, coped.has(rule) ? { ...own, severity: 'advice' as const } : own] as const
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
