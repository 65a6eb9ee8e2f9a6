import type { Denied, Edit } from '@mortise/core'
import { bytesOfChange } from '../changes/bytes-of-change.ts'
import { changesIn, namesFrom, type RecordChange } from '../changes/record-changes.ts'
import { RecordEdits } from '../changes/record-edits.ts'
import { type Checked, type CheckedSession, checkRecords } from '../check/check.ts'
import { rulebookFor } from '../check/rulebook.ts'
import { reasoningBound, toolDenied } from '../contract/core-rules.ts'
import type { Entry, Store } from '../contract/store.ts'
import { isObject } from '../records/json.ts'
import { type Stretch, textCallsIn, toolTalesIn, withoutStretches } from './text-calls.ts'

/** The number of calls of denied tools that are written as plain text. */
export interface Written {
  /** Calls in answers of the model. */
  readonly calls: number
  /** Summaries that tell of the use of such tools. */
  readonly summaries: number
}

/** A text of a record, and the stretches of it that are about denied tools. */
interface WrittenText {
  readonly index: number
  readonly path: Edit['at']
  readonly text: string
  readonly stretches: readonly Stretch[]
  readonly kind: keyof Written
}

/** Counts what is written as plain text of denied tools. */
export function writtenIn(store: Store, entries: readonly Entry[], denied: Denied): Written {
  return countOf(textsOf(store, entries, denied))
}

/** A session without the calls that are written as text, as far as they can go. */
export interface Unwritten {
  readonly after: CheckedSession
  readonly changes: readonly RecordChange[]
}

/**
 * Removes the calls of denied tools that are written in texts of a session; nothing else in a text changes.
 *
 * Texts before reasoning that is bound to them stay as they are: its API would refuse it.
 */
export function unwrite(checked: CheckedSession, denied: Denied): Unwritten {
  const { store, path, bytes, entries } = checked
  const free = freeFrom(store, checked)
  const texts = textsOf(store, entries, denied).filter(({ index }) => index >= free)
  if (texts.length === 0) return { after: checked, changes: [] }
  const edits = new RecordEdits()
  for (const text of texts) edits.add(text.index, editOf(text))
  const change = { edits, links: new RecordEdits(), removed: new Map(), placed: [] }
  return {
    after: checkRecords(store, path, bytesOfChange(bytes, entries, change, store)),
    changes: changesIn(change, entries, namesFrom(checked)),
  }
}

function editOf({ path, text, stretches }: WrittenText): Edit {
  return { do: 'replace', at: path, from: text, value: withoutStretches(text, stretches), why: toolDenied }
}

function countOf(texts: readonly WrittenText[]): Written {
  const calls = texts.filter(({ kind }) => kind === 'calls')
  return {
    calls: calls.reduce((sum, { stretches }) => sum + stretches.length, 0),
    summaries: texts.length - calls.length,
  }
}

function textsOf(store: Store, entries: readonly Entry[], denied: Denied): readonly WrittenText[] {
  return entries.flatMap((entry) => [...inAnswer(store, entry, denied), ...inSummary(store, entry, denied)])
}

/** The texts of the model in a record. */
function inAnswer(store: Store, { index, value }: Entry, denied: Denied): readonly WrittenText[] {
  const held = store.messageIn(value)
  if (held === undefined) return []
  const turn = store.format.readTurn(held.message, 0, [], [])
  if (turn.speaker !== 'model') return []
  return turn.parts.flatMap((part): WrittenText[] => {
    if (part.kind !== 'text') return []
    const stretches = textCallsIn(part.text, denied)
    const within = isObject(part.raw) && part.raw.text === part.text ? ['text'] : []
    const isPlain = part.raw === part.text || within.length > 0
    if (stretches.length === 0 || !isPlain) return []
    const at = part.index < 0 ? [part.list] : [part.list, part.index]
    return [{ index, path: [...held.path, ...at, ...within], text: part.text, stretches, kind: 'calls' }]
  })
}

function inSummary({ summaryIn }: Store, { index, value }: Entry, denied: Denied): readonly WrittenText[] {
  const summary = summaryIn?.(value)
  if (summary === undefined) return []
  const stretches = toolTalesIn(summary.text, denied)
  return stretches.length === 0 ? [] : [{ index, ...summary, stretches, kind: 'summaries' }]
}

/** The first record that may change: signed reasoning of some models is bound to all records before it. */
function freeFrom(store: Store, { session, entries }: Checked): number {
  const { when = [] } = rulebookFor(store, session.api).rows[reasoningBound] ?? {}
  const patterns = when.flatMap(({ model }) => (model === undefined ? [] : new RegExp(model, 'i')))
  const isBound = ({ value }: Entry): boolean => {
    const model = store.modelIn?.(value)
    return model !== undefined && patterns.some((pattern) => pattern.test(model))
  }
  if (!entries.some(isBound)) return 0
  return entries.findLastIndex(({ value }) => isSigned(store, store.messageIn(value)?.message)) + 1
}

function isSigned({ format }: Store, message: unknown): boolean {
  if (message === undefined) return false
  return format.readTurn(message, 0, [], []).parts.some((part) => part.kind === 'reasoning' && part.signed)
}
