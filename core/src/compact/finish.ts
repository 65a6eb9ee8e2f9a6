import { loosenedBy } from '../engine/binding/loosened-by.ts'
import {
  editsBetween,
  type Lineage,
  lineageAfter,
  sameLineage,
  whysGoneIn,
  withTurns,
} from '../engine/diff/between.ts'
import { repairTask } from '../engine/repair.ts'
import type { Repair, Task } from '../engine/task.ts'
import type { Edit } from '../model/edit.ts'
import type { Finding } from '../model/finding.ts'
import { at } from '../model/lists.ts'
import type { Place } from '../model/place.ts'
import { type Policy, policies } from '../model/policy.ts'
import { type CompactState, endOfUnit } from './compact-state.ts'
import { forWriting } from './for-writing.ts'
import { type Hideable, hideIn } from './hide.ts'
import type { Size } from './options.ts'
import type { Compaction } from './run.ts'
import { weigh } from './sketch.ts'

/** A document that was made smaller, with the edits that make it of the one that was given. */
export interface Finished {
  readonly document: unknown
  readonly edits: readonly Edit[]
  readonly left: readonly Finding[]
  /** The size of what is not hidden. */
  readonly size: Size
  readonly hidden: readonly number[]
}

/** The document as it was repaired first, and where its turns come from. */
export interface FinishedBase {
  readonly mended: Repair
  readonly lineage: Lineage
}

export function baseOf({ document, api: { format } }: Task, mended: Repair): FinishedBase {
  const given = sameLineage(format.turnsOf(document) ?? [])
  const after = format.turnsOf(mended.document) ?? []
  const { edits } = mended.report.plan
  return { mended, lineage: lineageAfter(edits, format.rootOf(document), given, after) }
}

/** Writes what is left, and lets the engine see to it that the API takes it. */
export function finish(asked: Compaction, base: FinishedBase, work: CompactState): Finished {
  const api = { ...asked.task.api, rulebook: forWriting(asked.task.api.rulebook) }
  const compaction = { ...asked, task: { ...asked.task, api } }
  const { task, policy } = compaction
  const root = task.api.format.rootOf(task.document)
  const left = leftOf(work, base.lineage)
  const isSame = work.whys.size === 0 && left.raws.length === work.raws.length && work.put === undefined
  const small = isSame ? base.mended.document : withTurns(base.mended.document, root, left.raws)
  // A turn that is hidden is not sent: reasoning after it is loosened, and goes before the next attempt.
  const taken = new Set<unknown>()
  for (;;) {
    const { finished, visible } = finishOnce(compaction, base, work, { left, small, taken })
    const loosened = visible === undefined ? [] : loosenedBy(task, forReasoning(policy), visible)
    if (loosened.length === 0) return finished
    for (const block of loosened) taken.add(block)
  }
}

/** The document that the stages left, and the blocks of reasoning that may not stay in it. */
interface Remains {
  readonly left: Left
  readonly small: unknown
  readonly taken: ReadonlySet<unknown>
}

function finishOnce(
  { task, policy, counter }: Compaction,
  base: FinishedBase,
  work: CompactState,
  { left, small, taken }: Remains,
): { readonly finished: Finished; readonly visible: unknown } {
  const { document: given, api } = task
  const { format } = api
  const root = format.rootOf(given)
  const goes = (block: unknown, isLoosened: boolean): boolean => isLoosened || taken.has(block)
  const again = mendAgain({ ...task, document: small, binding: { given, goes } }, forReasoning(policy), base)
  const { edits } = again.report.plan
  const own =
    edits.length === 0 && !left.isHiding
      ? undefined
      : lineageAfter(edits, root, sameLineage(left.raws, left.whys), format.turnsOf(again.document) ?? [])
  const lineage =
    own === undefined ? left : { ...own, origins: own.origins.map((at) => left.origins[at] ?? -1) }
  const hiding =
    own !== undefined && left.isHiding
      ? hideIn({ ...task, document: again.document }, again.report.left, hideableIn(work, left, own))
      : undefined
  const isWeighed = hiding === undefined && again.document === small
  const finished = {
    document: again.document,
    edits: again.document === given ? [] : editsOf(task, base, work, again, lineage, left),
    left: again.report.left,
    size: isWeighed ? work.left : weigh(hiding?.visible ?? again.document, format, counter).size,
    hidden: hiding?.hidden ?? [],
  }
  return { finished, visible: finished.hidden.length === 0 ? undefined : hiding?.visible }
}

/** A policy that also removes reasoning which a stage loosened, unless its own rows name that rule. */
function forReasoning(policy: Policy): Policy {
  return { ...policy, rows: { 'reasoning-bound': 'mend', ...policy.rows } }
}

/** Mends what the stages opened, also where the caller's policy would leave it: nothing new is refused. */
function mendAgain(task: Task, policy: Policy, { mended }: FinishedBase): Repair {
  const again = repairTask(task, policy)
  const isNew = again.report.left.some(isRefused) && !mended.report.left.some(isRefused)
  return isNew ? repairTask(task, policies.keep) : again
}

function isRefused({ severity }: Finding): boolean {
  return severity === 'refused'
}

/** The document that the stages left. */
interface Left extends Lineage {
  /** Whether some of it is only there to be hidden. */
  readonly isHiding: boolean
  /** By position, the unit of each turn; undefined for a summary. */
  readonly units: readonly (number | undefined)[]
}

function leftOf(work: CompactState, base: Lineage): Left {
  const raws: unknown[] = []
  const origins: number[] = []
  const units: (number | undefined)[] = []
  const whys = new Map<number, string>()
  let isHiding = false
  for (let unit = 0; unit < work.starts.length; unit++) {
    const stage = work.gone[unit]
    const start = at(work.starts, unit)
    if (work.put?.at === start) {
      for (const raw of work.put.raws) {
        whys.set(raws.push(raw) - 1, 'summarize')
        origins.push(-1)
        units.push(undefined)
      }
    }
    if (stage !== undefined && stage !== 'hide') continue
    isHiding ||= stage === 'hide'
    for (let position = start; position < endOfUnit(work, unit); position++) {
      const why = work.whys.get(position) ?? base.whys.get(position)
      if (why !== undefined) whys.set(raws.length, why)
      raws.push(work.raws[position])
      origins.push(at(base.origins, position))
      units.push(unit)
    }
  }
  return { raws, origins, whys, isHiding, units }
}

/** By position, the units that can be hidden: those whose turns the engine did not touch. */
function hideableIn(work: CompactState, left: Left, own: Lineage): Hideable {
  const isWhole = new Set<number>()
  own.origins.forEach((at, position) => {
    if (at >= 0 && own.raws[position] === left.raws[at]) isWhole.add(at)
  })
  const touched = new Set(left.units.filter((_, at) => !isWhole.has(at)))
  return own.origins.map((at) => {
    const unit = left.units[at]
    return unit === undefined || work.gone[unit] !== 'hide' || touched.has(unit) ? undefined : unit
  })
}

/** The edits that make the document of the one that was given, each with the stage or the rule behind it. */
function editsOf(
  { document, api: { format } }: Task,
  { mended, lineage: base }: FinishedBase,
  work: CompactState,
  again: Repair,
  lineage: Lineage,
  left: Lineage,
): readonly Edit[] {
  const root = format.rootOf(document)
  const edits = [...mended.report.plan.edits, ...again.report.plan.edits]
  const whys = new Map<number, string>()
  noteRemoved(mended.report.plan.edits, root, undefined, whys)
  noteRemoved(again.report.plan.edits, root, left, whys)
  work.gone.forEach((stage, unit) => {
    if (stage === undefined || stage === 'drop') return
    for (let position = at(work.starts, unit); position < endOfUnit(work, unit); position++)
      whys.set(at(base.origins, position), stage)
  })
  return editsBetween({
    before: document,
    after: again.document,
    root,
    turns: format.turnsOf(document) ?? [],
    lineage,
    whyGone: (origin) => whys.get(origin) ?? 'drop',
    whyBody: whyBody(edits, root),
    whysGone: whysGoneIn(edits, root),
  })
}

/** Notes the rules that took turns away. */
function noteRemoved(
  edits: readonly Edit[],
  root: Place,
  from: Lineage | undefined,
  whys: Map<number, string>,
): void {
  for (const edit of edits) {
    if (edit.do !== 'remove' || edit.at.length !== root.length + 1 || !isBelow(edit.at, root)) continue
    const position = edit.at[root.length]
    if (typeof position !== 'number') continue
    const origin = from === undefined ? position : from.origins[position]
    if (origin !== undefined) whys.set(origin, edit.why)
  }
}

function whyBody(edits: readonly Edit[], root: Place): string {
  return edits.find(({ at }) => !isBelow(at, root))?.why ?? 'drop'
}

/** Whether a place lies in the list of turns. */
function isBelow(place: Place, root: Place): boolean {
  return root.every((step, depth) => place[depth] === step)
}
