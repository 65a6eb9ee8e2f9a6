import type { Finding, Severity } from '@mortise/core'
import type { Coping, Copings, SessionFinding } from '../contract/coping.ts'
import { unreadable } from '../contract/core-rules.ts'
import type { Entry, Lane, Store } from '../contract/store.ts'
import { cutsIn } from '../links/cuts.ts'
import { treeOf } from '../links/links.ts'
import { memberAt, nonEmpty } from '../records/json.ts'
import { itemAt } from '../records/lists.ts'
import { describeTorn, type Torn } from '../records/torn.ts'
import { numberFaults } from './numbers.ts'
import {
  compactionStartMissing,
  historyCut,
  parentCycle,
  parentMissing,
  resultOffPath,
  rewindTargetMissing,
  type StoreRule,
  secondRoot,
  sessionUnseen,
} from './rules.ts'

/** The record of an entry, as people find it: its line, and its id if it has one. */
export function nameOf({ line, value }: Entry, store: Store): string {
  const { links } = store
  const id = links === undefined ? undefined : nonEmpty(memberAt(value, links.id))
  return id === undefined ? placeName(line, store) : `${placeName(line, store)}, ${id}`
}

/** A line of a file; in an array, a message by its number. */
export function placeName(line: number, { arrayFile }: Store): string {
  return `${arrayFile === undefined ? 'line' : 'message'} ${line}`
}

/** The severity of a fault, and how the agent copes with it. */
function fateOf(severity: Severity, coping: Coping | undefined): Pick<SessionFinding, 'severity' | 'copes'> {
  if (coping === undefined) return { severity }
  const { does, since } = coping
  return { severity: 'advice', copes: since === undefined ? { does } : { does, since } }
}

/** A torn stretch as a finding. */
export function tornFinding(torn: Torn, store: Store, copings: Copings, records: number): SessionFinding {
  const coping = copings.get(unreadable)
  const isCoped = !isFatal(torn, store) && (coping?.isAtEnd !== true || torn.after === records)
  return {
    rule: unreadable,
    ...fateOf('refused', isCoped ? coping : undefined),
    at: [torn.after],
    calls: [],
    message: describeTorn(torn),
    record: placeName(torn.line, store),
  }
}

/** Whether the agent refuses the whole file because of a stretch. */
function isFatal({ kind }: Torn, { needsHeader }: Store): boolean {
  return needsHeader === true && kind === 'headless'
}

/** The faults in the links between records, and in their numbers. */
export function linkFindings(
  entries: readonly Entry[],
  store: Store,
  lanes: readonly Lane[],
  copings: Copings,
): SessionFinding[] {
  const { links, numbering = { path: [] } } = store
  const numbers = numberFaults(entries, store).map(({ index, rule }) =>
    linkFinding(itemAt(entries, index), store, rule, numbering.path, copings),
  )
  const unseen = (store.unseen?.(entries) ?? []).map((index) =>
    linkFinding(itemAt(entries, index), store, sessionUnseen, [], copings),
  )
  const rewinds = store.lostRewinds?.(entries) ?? { records: [], path: [] }
  const lost = rewinds.records.map((index) =>
    linkFinding(itemAt(entries, index), store, rewindTargetMissing, rewinds.path, copings),
  )
  if (links === undefined) return [...unseen, ...numbers, ...lost]
  const { strays, cycles } = treeOf(entries, links)
  const findingAt = (index: number, rule: StoreRule, path = links.parent): SessionFinding =>
    linkFinding(itemAt(entries, index), store, rule, path, copings)
  const cuts = new Set(cutsIn(entries, store, lanes).map(({ index }) => index))
  const offPath = (store.runs?.(entries) ?? []).flatMap((run) => run.unseen)
  return [
    ...unseen,
    ...numbers,
    ...lost,
    ...strays().map((index) => findingAt(index, cuts.has(index) ? historyCut : parentMissing)),
    ...cycles().map((index) => findingAt(index, parentCycle)),
    ...offPath.map((index) => findingAt(index, resultOffPath)),
    ...(store.secondRoots?.(entries) ?? []).map((index) => findingAt(index, secondRoot)),
    ...(store.lostStarts?.(entries) ?? []).map(({ index, edit }) =>
      findingAt(index, compactionStartMissing, edit.at as readonly string[]),
    ),
  ]
}

/** The parent of a finding's record, if the finding says that it is missing. */
export function missingParent(
  { rule, at: [index, ...path] }: Finding,
  entries: readonly Entry[],
): string | undefined {
  const isStray = rule === parentMissing.name || rule === historyCut.name
  return isStray && typeof index === 'number'
    ? nonEmpty(memberAt(itemAt(entries, index).value, path as readonly string[]))
    : undefined
}

/** A fault in the member of a record that names another one. */
function linkFinding(
  entry: Entry,
  store: Store,
  rule: StoreRule,
  path: readonly string[],
  copings: Copings,
): SessionFinding {
  const named = memberAt(entry.value, path)
  return {
    rule: rule.name,
    ...fateOf(rule.severity, copings.get(rule.name)),
    message: rule.message.replace('{target}', () => String(named)),
    at: [entry.index, ...path],
    calls: [],
    record: nameOf(entry, store),
  }
}

/** Findings about the turns of a lane, placed in the records of the file. */
export function placed(
  found: readonly Finding[],
  turns: readonly Entry[],
  store: Store,
  isDormant: boolean,
  copings: Copings,
): SessionFinding[] {
  return found.map((finding) => {
    const [turn, ...path] = finding.at
    const entry = typeof turn === 'number' ? turns[turn] : undefined
    const fate = isDormant
      ? ({ severity: 'advice' } as const)
      : { ...finding, ...fateOf(finding.severity, copings.get(finding.rule)) }
    if (entry === undefined) return { ...finding, ...fate }
    const lead = store.messageIn(entry.value)?.path ?? []
    return { ...finding, ...fate, at: [entry.index, ...lead, ...path], record: nameOf(entry, store) }
  })
}
