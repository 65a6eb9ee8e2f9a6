import { type Edit, emptyPlan } from '../model/edit.ts'
import type { Finding } from '../model/finding.ts'
import type { Api, Reading, Sentinel } from '../model/format.ts'
import { comparePlaces } from '../model/place.ts'
import type { Policy } from '../model/policy.ts'
import type { Report, Tail } from '../model/report.ts'
import type { Rule } from '../model/rule.ts'
import { applyEdits } from './apply.ts'
import type { Context } from './context.ts'
import { markGaps } from './diff.ts'
import { sortEdits } from './invert.ts'
import { planPart } from './plan.ts'
import { type Range, readAll, readRanges } from './reading.ts'
import { findFaults } from './scan.ts'
import { sentinelFor } from './sentinel.ts'
import { makeShift } from './shift.ts'
import { type Selection, selectSuspicious } from './stretches.ts'

/** A report, and the document that its plan makes. */
export interface Repair {
  readonly report: Report
  readonly document: unknown
}

/** What a repair is about. */
export interface Task {
  readonly document: unknown
  readonly api: Api
  readonly tail: Tail
  readonly rules: readonly Rule[]
}

const nothing: readonly Finding[] = Object.freeze([])
const soundReport: Report = Object.freeze({
  found: nothing,
  plan: emptyPlan,
  left: nothing,
  firstChange: undefined,
})

/** The faults of a document that may be sound. */
export function scanTask(task: Task): readonly Finding[] {
  if (looksSound(task)) return nothing
  const selection = select(task)
  if (selection === undefined) return scanInFull(task)
  return inOrder(selection.groups.flatMap((group) => findFaults(groupContext(task, group), task.rules)))
}

/** The faults of a document, found by reading all of it. */
export function scanInFull(task: Task): readonly Finding[] {
  return findFaults(wholeContext(task), task.rules)
}

/** The faults of a document, what mends them, and the mended document. */
export function repairTask(task: Task, policy: Policy): Repair {
  return looksSound(task) ? soundRepair(task.document) : repairSuspect(task, policy)
}

/** What comes of a document that nothing is wrong with. */
export function soundRepair(document: unknown): Repair {
  return { report: soundReport, document }
}

/** A repair of a document that did not look sound: only its suspicious parts are read. */
export function repairSuspect(task: Task, policy: Policy): Repair {
  const selection = select(task)
  if (selection === undefined) return repairInFull(task, policy)
  const parts = selection.groups.map((group) => planPart(groupContext(task, group), task.rules, policy))
  const found = inOrder(parts.flatMap((part) => part.found))
  const edits = sortEdits(parts.flatMap((part) => part.edits))
  if (edits.length === 0) return unchanged(task, found)
  const document = applyEdits(task.document, edits)
  const depth = task.api.format.rootOf(task.document).length
  const shift = makeShift(edits, depth)
  const mended = { ...task, document }
  const groups = selection.groups.map((group) => group.map(shift))
  const isApart = selection.groups.every((group) =>
    group.every((range) => keepsEnds(range, edits, depth, task)),
  )
  // A new id that a call left out already has is rare beyond measure; reading everything settles it.
  const isClash = parts.some((part) => part.newIds.some(selection.hides))
  if (!isApart || isClash) return repairInFull(task, policy)
  const left = leftIn(mended, groups)
  return {
    report: { found, plan: { edits: markGaps(edits, document) }, left, firstChange: edits[0]?.at },
    document,
  }
}

/** A repair that reads the whole document. */
export function repairInFull(task: Task, policy: Policy): Repair {
  const { found, edits } = planPart(wholeContext(task), task.rules, policy)
  if (edits.length === 0) return unchanged(task, found)
  const document = applyEdits(task.document, edits)
  const left = scanInFull({ ...task, document })
  return {
    report: { found, plan: { edits: markGaps(edits, document) }, left, firstChange: edits[0]?.at },
    document,
  }
}

function unchanged(task: Task, found: readonly Finding[]): Repair {
  return { report: { found, plan: emptyPlan, left: found, firstChange: undefined }, document: task.document }
}

/** What is still wrong in the groups of a repaired document. */
function leftIn(task: Task, groups: readonly (readonly Range[])[]): readonly Finding[] {
  const sentinel = sentinelFor(task.api, 'again')
  const left = groups.flatMap((group) =>
    isClean(task, group, sentinel) ? nothing : findFaults(groupContext(task, group), task.rules),
  )
  return inOrder(left)
}

/** Whether the first and the last turn of a range stay, so that what stands beyond it meets what it met before. */
function keepsEnds({ start, end }: Range, edits: readonly Edit[], depth: number, task: Task): boolean {
  const count = task.api.format.turnsOf(task.document)?.length ?? 0
  const isGone = (position: number): boolean => {
    const at = firstEditAt(edits, position, depth)
    for (let index = at; index < edits.length && edits[index]?.at[depth] === position; index++) {
      if (edits[index]?.do === 'remove' && edits[index]?.at.length === depth + 1) return true
    }
    return false
  }
  return (start === 0 || !isGone(start)) && (end === count || !isGone(end - 1))
}

/** The first of the sorted edits that lies at or after a position of the list. */
function firstEditAt(edits: readonly Edit[], position: number, depth: number): number {
  let low = 0
  let high = edits.length
  while (low < high) {
    const middle = (low + high) >> 1
    const step = edits[middle]?.at[depth]
    if (typeof step === 'number' && step < position) low = middle + 1
    else high = middle
  }
  return low
}

/** Whether a quick look over these ranges finds nothing to suspect. */
function isClean(task: Task, group: readonly Range[], sentinel: Sentinel): boolean {
  const { format } = task.api
  const turns = format.turnsOf(task.document) ?? []
  sentinel.reset(format.factsOf(task.document))
  for (const { start, end } of group) {
    if (sentinel.feed(turns, start, end) >= 0 || !sentinel.isSettled()) return false
  }
  return sentinel.mayEnd(tailOf(task, group, turns.length))
}

function looksSound(task: Task): boolean {
  const { format } = task.api
  const turns = format.turnsOf(task.document)
  if (turns === undefined) return false
  const sentinel = sentinelFor(task.api, 'first')
  sentinel.reset(format.factsOf(task.document))
  return sentinel.feed(turns, 0, turns.length) < 0 && sentinel.mayEnd(task.tail)
}

function select({ document, api, tail }: Task): Selection | undefined {
  const turns = api.format.turnsOf(document)
  if (turns === undefined) return undefined
  return selectSuspicious(turns, api.format, sentinelFor(api, 'first'), api.format.factsOf(document), tail)
}

function wholeContext(task: Task): Context {
  return contextOf(task, readAll(task.document, task.api.format), task.tail)
}

function groupContext(task: Task, group: readonly Range[]): Context {
  const reading = readRanges(task.document, task.api.format, group)
  const count = task.api.format.turnsOf(task.document)?.length ?? 0
  return contextOf(task, reading, tailOf(task, group, count))
}

/** Only the group with the last turn knows how the conversation ends. */
function tailOf(task: Task, group: readonly Range[], count: number): Tail {
  return group.at(-1)?.end === count ? task.tail : 'rest'
}

function contextOf({ document, api }: Task, reading: Reading, tail: Tail): Context {
  return { document, format: api.format, rulebook: api.rulebook, reading, facts: reading.facts, tail }
}

function inOrder(found: Finding[]): Finding[] {
  return found.sort((left, right) => comparePlaces(left.at, right.at))
}
