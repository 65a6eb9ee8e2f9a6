import { isDeepStrictEqual } from 'node:util'
import {
  apply,
  type Edit,
  type Finding,
  invert,
  type Plan,
  type PolicyName,
  plan,
  policies,
  type Report,
  repair,
  scan,
  type Tail,
} from '@mortise/core'
import { expect } from 'vitest'
import { repairInFull } from '../../core/src/engine/repair.ts'
import { scanInFull } from '../../core/src/engine/scan.ts'
import type { Api } from '../../core/src/model/format.ts'
import { wireOf } from '../wire/index.ts'
import { bytesHold } from './bytes.ts'
import { brokenJoint } from './joints.ts'
import { lossOf } from './loss.ts'
import { sketchHolds } from './sketch.ts'
import { apiOf, taskOf } from './task.ts'

/** What may stay refused after a repair, since mending it would mean inventing. */
const unmendable = new Set(['ends-on-model', 'no-turns', 'no-user-turn', 'unreadable'])

export interface Request {
  readonly document: unknown
  readonly api: string
  readonly policy: PolicyName
  readonly tail: Tail
}

/** A conversation that was repaired. */
interface Repaired {
  readonly document: unknown
  readonly found: readonly Finding[]
  readonly report: Report
  readonly api: Api
}

/** Asserts every promise on one conversation; the one place that says what a repair must keep. */
export function laws(request: Request): Repaired {
  const repaired = formalLaws(request)
  const { document: mended, report, api } = repaired
  const { document, policy, tail } = request
  bytesHold(document, { api: api.rulebook, policy, tail }, { document: mended, report })
  const wire = wireOf(api.format.name)
  if (policy === 'keep') {
    const isTrimmed = report.plan.edits.some(({ why }) => why === 'trailing-space')
    expect(lossOf(document, mended, wire, isTrimmed), 'nothing real is lost').toEqual([])
  }
  if (policy !== 'report')
    expect(brokenJoint(document, mended, wire, policy), 'a joint stays a joint').toBeUndefined()
  return repaired
}

/** Asserts every promise that needs no reading of the document: they hold on anything, also on what is no conversation. */
export function formalLaws({ document, api: name, policy, tail }: Request): Repaired {
  freeze(document)
  const known = apiOf(name, document)
  // A repair never changes the format: what is asked again is asked of the same rulebook.
  const api = known.rulebook
  const before = JSON.stringify(document)
  const found = scan(document, api, { tail })
  expect(found, 'a quick look never hides a fault').toEqual(scanInFull(taskOf(document, known, tail)))
  sketchHolds(document, known, tail)
  const { document: mended, report } = repair(document, { api, policy, tail })
  sketchHolds(mended, known, tail)
  expect(JSON.stringify(document), 'the input is untouched').toBe(before)
  expect(report.found, 'found is the same for scan and for every policy').toEqual(found)
  expect(plan(document, api, policy, { tail }), 'two runs are identical').toEqual(report)
  const whole = repairInFull(taskOf(document, known, tail), policies[policy])
  expect({ document: mended, report }, 'reading the suspicious part is as good as reading all').toEqual(whole)
  const refused = found.filter(isRefused)
  if (policy === 'report') reportsOnly(document, mended, report)
  else mendsAll(report, refused)
  if (refused.length === 0) expect(mended, 'sound in, same out').toBe(document)
  expect(scan(mended, api, { tail }), 'left is what a new scan finds').toEqual(report.left)
  expect(plan(mended, api, policy, { tail }).plan.edits, 'idempotent').toEqual([])
  reversible(document, mended, report.plan)
  return { document: mended, found, report, api: known }
}

function mendsAll({ left }: Report, refused: readonly Finding[]): void {
  const stands = left.filter(isRefused).filter(({ rule }) => !unmendable.has(rule))
  expect(stands, 'what is left').toEqual([])
  const invented = left
    .filter(isRefused)
    .filter(({ rule }) => !refused.some((finding) => finding.rule === rule))
  expect(invented, 'no fault is left that was not there').toEqual([])
}

function isRefused(finding: Finding): boolean {
  return finding.severity === 'refused'
}

function reportsOnly(document: unknown, mended: unknown, report: Report): void {
  expect(mended, 'report changes nothing').toBe(document)
  expect(report.plan.edits).toEqual([])
  expect(report.left).toEqual(report.found)
}

function reversible(document: unknown, mended: unknown, made: Plan): void {
  const copy = JSON.parse(JSON.stringify(made)) as Plan
  expect(made.edits.filter(isLost), 'the plan writes nothing that JSON has no word for').toEqual([])
  // A document that is no JSON itself may have to give up values that JSON has no word for.
  if (isDeepStrictEqual(JSON.parse(JSON.stringify(document)), document))
    expect(copy, 'the plan survives JSON').toEqual(made)
  const applied = apply(document, copy)
  expect(applied.ok && JSON.stringify(applied.value), 'apply makes the repaired document').toBe(
    JSON.stringify(mended),
  )
  const undone = apply(mended, JSON.parse(JSON.stringify(invert(made))) as Plan)
  expect(undone.ok && JSON.stringify(undone.value), 'invert restores').toBe(JSON.stringify(document))
  for (const edit of made.edits)
    expect(apply(document, { edits: [misfit(edit)] }).ok, 'a stale plan is refused').toBe(false)
  expect(invert(invert(made)), 'inverting twice is nothing').toEqual(made)
}

/** Whether an edit writes a value that JSON has no word for. */
function isLost(edit: Edit): boolean {
  const isWritten = edit.do === 'insert' || edit.do === 'set' || edit.do === 'replace'
  return isWritten && JSON.stringify(edit.value) === undefined
}

/** The same edit, made for another document. */
function misfit(edit: Edit): Edit {
  switch (edit.do) {
    case 'insert':
      return { ...edit, beside: `not ${edit.beside}` }
    case 'replace':
      return { ...edit, from: [edit.from] }
    case 'set':
      return { ...edit, at: [...edit.at, 'nowhere'] }
    default:
      return { ...edit, value: [edit.value] }
  }
}

/** Freezes a JSON value to its depth, so that a mutation throws. */
export function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return
  Object.freeze(value)
  for (const child of Object.values(value)) freeze(child)
}
