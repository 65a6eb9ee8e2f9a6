import type { Binding } from '../model/binding.ts'
import { type Edit, emptyPlan } from '../model/edit.ts'
import type { Facts } from '../model/facts.ts'
import type { Finding } from '../model/finding.ts'
import type { Api, Reading, TurnRange } from '../model/format.ts'
import type { Pairs } from '../model/joint.ts'
import type { Origin } from '../model/origin.ts'
import { comparePlaces } from '../model/place.ts'
import type { Policy } from '../model/policy.ts'
import type { Report, Tail } from '../model/report.ts'
import type { Rule } from '../model/rule.ts'
import type { Leaving } from './arrange/leaving.ts'
import { loosenedIn } from './binding/loosened.ts'
import { bindingContext, boundRule } from './binding/unbind.ts'
import type { Context } from './context.ts'
import { applyEdits } from './diff/apply.ts'
import { sortEdits } from './diff/invert.ts'
import { joinEdits } from './diff/join-edits.ts'
import { keepEnds } from './diff/keep-ends.ts'
import { makeShift } from './diff/shift.ts'
import { type Selection, select } from './look/selection.ts'
import { lookAt } from './look/whole.ts'
import { type PartialPlan, planPart, planWithout } from './plan.ts'
import { readAll, readRanges } from './reading.ts'
import { findFaults, matchIn } from './scan.ts'

/** A report, and the document that its plan makes. */
export interface Repair {
  readonly report: Report
  /** With a memory: the past of bound reasoning was changed, now or by an earlier repair. */
  readonly isRemembered?: true
  /** With a memory: a turn takes denied tools from the model, which the body still declares. */
  readonly withdrawsTools?: true
  readonly document: unknown
}

/** The input of a repair: a document, its API, and the rules. */
export interface Task {
  readonly document: unknown
  readonly api: Api
  readonly tail: Tail
  readonly rules: readonly Rule[]
  /** Knowledge of the records that the document comes out of. */
  readonly origin?: Origin | undefined
  /** Knowledge of the reasoning in the document; given where the document was made of another one. */
  readonly binding?: Binding | undefined
}

const nothing: readonly Finding[] = Object.freeze([])
export const soundReport: Report = Object.freeze({
  found: nothing,
  plan: emptyPlan,
  left: nothing,
  firstChange: undefined,
})

/** The faults of a document that may be sound. */
export function scanTask(task: Task): readonly Finding[] {
  const selection = selectIn(task)
  if (selection === undefined) return scanInFull(task)
  if (selection.batches.length === 0) return nothing
  return inOrder(selection.batches.flatMap((batch) => findFaults(batchContext(task, batch), task.rules)))
}

/** The faults of a document in ranges that have nothing to do with the rest, which is sound. */
export function scanRanges(task: Task, ranges: readonly TurnRange[]): readonly Finding[] {
  return findFaults(batchContext(task, ranges), task.rules)
}

/** The faults of a document, found by reading all of it. */
export function scanInFull(task: Task): readonly Finding[] {
  return findFaults(wholeContext(task), task.rules)
}

/** The faults of a document, what mends them, and the mended document. */
export function repairTask(task: Task, policy: Policy): Repair {
  const selection = selectIn(task)
  if (selection === undefined || (task.binding !== undefined && isBinding(task, policy)))
    return repairInFull(task, policy)
  return selection.batches.length === 0 ? soundRepair(task.document) : repairSelected(task, policy, selection)
}

/** The repair of a sound document: the same reference and an empty report. */
export function soundRepair(document: unknown): Repair {
  return { report: soundReport, document }
}

/** A repair of a document that did not look sound: only its suspicious parts are read. */
function repairSelected(task: Task, policy: Policy, selection: Selection): Repair {
  // Read once for all batches: some formats look at every turn for them.
  const facts = task.api.format.factsOf(task.document)
  const parts = selection.batches.map((batch) =>
    planPart(() => batchContext(task, batch, facts), task.rules, policy),
  )
  const found = inOrder(parts.flatMap((part) => part.found))
  const edits = sortEdits(parts.flatMap((part) => part.edits))
  if (edits.length === 0) return unchanged(task, found)
  const document = applyEdits(task.document, edits)
  const shift = makeShift(edits, task.api.format.rootOf(task.document))
  const mended = { ...task, document }
  const batches = selection.batches.map((batch) => batch.map(shift.after))
  const isApart = keepEnds(task.api.format, [task.document, document], [selection.batches, batches], shift)
  // A new id that a call left out already has is rare beyond measure; reading everything decides it.
  const isClash = selection.hides(parts.flatMap((part) => part.newIds))
  const isShort = parts.some((part) => part.isShort)
  if (!isApart || isClash || isShort || loosenedBy(task, policy, document, facts).length > 0)
    return repairInFull(task, policy)
  const left = leftIn(mended, batches)
  if (left.some(isMendable)) return repairInFull(task, policy)
  return { report: { found, plan: { edits }, left, firstChange: edits[0]?.at }, document }
}

/** A repair that reads the whole document. */
export function repairInFull(task: Task, policy: Policy): Repair {
  const { found, edits } = planPart(() => wholeContext(task), task.rules, policy)
  return edits.length === 0 ? unchanged(task, found) : mendOn(task, policy, found, edits)
}

/** Whether the API binds reasoning to what stands before it, and a policy lets it go. */
export function isBinding(task: Task, policy: Policy, facts?: Facts): boolean {
  if (task.api.rulebook.rows[boundRule] === undefined) return false
  const reading = readRanges(task.document, task.api.format, [], facts)
  return bindingContext(contextOf(task, reading, task.tail), policy) !== undefined
}

/** The blocks of reasoning in a changed document that are bound to something else, where the API binds them. */
export function loosenedBy(task: Task, policy: Policy, after: unknown, facts?: Facts): readonly unknown[] {
  if (!isBinding(task, policy, facts)) return []
  const { format } = task.api
  const { turns } = readAll(after, format)
  return loosenedIn(format, { before: task.document, after, turns }).map(({ part }) => part.raw)
}

/** Enough for every document on record; a repair that opens new faults for ever ends here. */
const mostRounds = 4

/**
 * Mends what the edits leave or open, until nothing is left that can be mended.
 *
 * Each rule looks once: a document of strange parts may need a rule again that came before the one that made it fit.
 */
function mendOn(task: Task, policy: Policy, found: readonly Finding[], first: readonly Edit[]): Repair {
  const { format } = task.api
  const base = { ...format, document: task.document, root: format.rootOf(task.document) }
  let edits = first
  let document = applyEdits(task.document, edits)
  let left = scanInFull({ ...task, document })
  for (let round = 1; round < mostRounds && left.some(isMendable); round++) {
    const binding = { given: task.origin?.sentAs?.() ?? task.document, ...task.binding }
    const now = { ...task, document, binding }
    const more = planPart(() => wholeContext(now), task.rules, policy).edits
    if (more.length === 0) break
    edits = joinEdits(base, edits, more)
    document = applyEdits(task.document, edits)
    left = scanInFull({ ...task, document })
  }
  return { report: { found, plan: { edits }, left, firstChange: edits[0]?.at }, document }
}

/** The rules whose faults stay, since to mend them would be to invent something. */
const staying: ReadonlySet<string> = new Set(['ends-on-model', 'no-user-turn', 'no-turns', 'unreadable'])

function isMendable({ rule, severity }: Finding): boolean {
  return severity === 'refused' && !staying.has(rule)
}

/**
 * A document without calls that are known to have come to nothing, nor what stands in for their results.
 *
 * A stand-in keeps the place of each result until here, so that nobody has to guess which call the others are
 * of. It is the same for every API, also where one would put up with a call that waits for ever.
 */
export function leaveOut(task: Task, policy: Policy, leaving: Leaving): unknown {
  const end = task.api.format.turnsOf(task.document)?.length ?? 0
  const from = (start: number): PartialPlan =>
    planWithout(batchContext(task, [{ start, end }]), task.rules, policy, leaving)
  const near = from(leaving.from)
  return applyEdits(task.document, (near.isShort ? from(0) : near).edits)
}

function unchanged(task: Task, found: readonly Finding[]): Repair {
  return { report: { found, plan: emptyPlan, left: found, firstChange: undefined }, document: task.document }
}

/** The faults that are left in the batches of a repaired document. */
function leftIn(task: Task, batches: readonly (readonly TurnRange[])[]): readonly Finding[] {
  const { document, api, rules } = task
  const look = lookAt(document, api, rules, 'again')
  const facts = api.format.factsOf(document)
  const left = batches.flatMap((batch) =>
    look?.areSilent(batch, facts, tailOf(task, batch, look.turns.length)) === true
      ? nothing
      : findFaults(batchContext(task, batch, facts), rules),
  )
  return inOrder(left)
}

/** Calls and results as an API ties them, for a reader that needs the pairs alone. */
export function matchSource(document: unknown, api: Api): Pairs {
  return matchIn(
    contextOf({ document, api, tail: 'closed', rules: [] }, readAll(document, api.format), 'closed'),
  )
}

function selectIn({ document, api, tail, rules }: Task): Selection | undefined {
  const look = lookAt(document, api, rules, 'first')
  return look === undefined ? undefined : select(look, tail)
}

function wholeContext(task: Task): Context {
  return contextOf(task, readAll(task.document, task.api.format), task.tail)
}

function batchContext(task: Task, batch: readonly TurnRange[], facts?: Facts): Context {
  const reading = readRanges(task.document, task.api.format, batch, facts)
  const count = task.api.format.turnsOf(task.document)?.length ?? 0
  return contextOf(task, reading, tailOf(task, batch, count))
}

/** Only the batch with the last turn knows how the conversation ends. */
function tailOf(task: Task, batch: readonly TurnRange[], count: number): Tail {
  return batch.at(-1)?.end === count ? task.tail : 'rest'
}

function contextOf({ document, api, origin, binding }: Task, reading: Reading, tail: Tail): Context {
  const { format, rulebook } = api
  return { document, format, rulebook, reading, facts: reading.facts, tail, origin, binding }
}

function inOrder(found: Finding[]): Finding[] {
  return found.sort((left, right) => comparePlaces(left.at, right.at))
}
