import type { Binding } from '../model/binding.ts'
import { emptyPlan } from '../model/edit.ts'
import type { Facts } from '../model/facts.ts'
import type { Finding } from '../model/finding.ts'
import type { Api, TurnRange } from '../model/format.ts'
import type { Origin } from '../model/origin.ts'
import type { Report, Tail } from '../model/report.ts'
import type { Rule } from '../model/rule.ts'
import type { Context } from './context.ts'
import { readAll, readRanges } from './reading.ts'

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

/** A report, and the document that its plan makes. */
export interface Repair {
  readonly report: Report
  /** With a memory: the past of bound reasoning was changed, now or by an earlier repair. */
  readonly isRemembered?: true
  /** With a memory: a turn takes denied tools from the model, which the body still declares. */
  readonly withdrawsTools?: true
  readonly document: unknown
}

/** The findings of a sound document. */
export const nothing: readonly Finding[] = Object.freeze([])

/** The report on a sound document. */
export const soundReport: Report = Object.freeze({
  found: nothing,
  plan: emptyPlan,
  left: nothing,
  firstChange: undefined,
})

/** The repair of a sound document: the same reference and an empty report. */
export function soundRepair(document: unknown): Repair {
  return { report: soundReport, document }
}

/** The repair of a document whose faults stay. */
export function unchanged({ document }: Task, found: readonly Finding[]): Repair {
  return { report: { found, plan: emptyPlan, left: found, firstChange: undefined }, document }
}

/** A task with its whole document read. */
export function wholeContext(task: Task): Context {
  const reading = readAll(task.document, task.api.format)
  return { ...contextOf(task), reading, facts: reading.facts, tail: task.tail }
}

/** A task with some ranges of its document read; only those that hold the last turn know how the conversation ends. */
export function partContext(task: Task, ranges: readonly TurnRange[], known?: Facts): Context {
  const reading = readRanges(task.document, task.api.format, ranges, known)
  const count = task.api.format.turnsOf(task.document)?.length ?? 0
  const tail = ranges.at(-1)?.end === count ? task.tail : 'rest'
  return { ...contextOf(task), reading, facts: reading.facts, tail }
}

function contextOf({ document, api, origin, binding }: Task): Omit<Context, 'reading' | 'facts' | 'tail'> {
  const { format, rulebook } = api
  return { document, format, rulebook, origin, binding }
}
