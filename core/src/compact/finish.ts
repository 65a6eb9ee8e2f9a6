import { editsBetween, type Lineage, lineageAfter, sameLineage, withTurns } from '../engine/between.ts'
import { type Repair, repairTask, type Task } from '../engine/repair.ts'
import type { Edit } from '../model/edit.ts'
import type { Finding } from '../model/finding.ts'
import type { Place } from '../model/place.ts'
import { hideIn } from './hide.ts'
import type { Size } from './options.ts'
import type { Compaction } from './run.ts'
import { weigh } from './sketch.ts'
import { endOfUnit, type Work } from './work.ts'

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
export interface Base {
  readonly mended: Repair
  readonly lineage: Lineage
}

export function baseOf({ document, api: { format } }: Task, mended: Repair): Base {
  const given = sameLineage(format.turnsOf(document) ?? [])
  const after = format.turnsOf(mended.document) ?? []
  const { edits } = mended.report.plan
  return { mended, lineage: lineageAfter(edits, format.rootOf(document), given, after) }
}

/** Writes what is left, and lets the engine see to it that the API takes it. */
export function finish({ task, policy, counter }: Compaction, base: Base, work: Work): Finished {
  const { document: given, api } = task
  const { format } = api
  const root = format.rootOf(given)
  const left = leftOf(work, base.lineage)
  const isSame = work.whys.size === 0 && left.raws.length === work.raws.length && work.put === undefined
  const small = isSame ? base.mended.document : withTurns(base.mended.document, root, left.raws)
  const again = repairTask({ ...task, document: small }, policy)
  const lineage = lineageAfter(again.report.plan.edits, root, left, format.turnsOf(again.document) ?? [])
  // Where the repair had to change something, positions are others, and turns may hold what others said.
  const hiding =
    left.hidden.size > 0 && again.document === small
      ? hideIn({ ...task, document: small }, again.report.left, left.hidden)
      : undefined
  const isWeighed = hiding === undefined && again.document === small
  return {
    document: again.document,
    edits: again.document === given ? [] : editsOf(task, base, work, again, lineage, left),
    left: again.report.left,
    size: isWeighed ? work.left : weigh(hiding?.visible ?? again.document, format, counter).size,
    hidden: hiding?.hidden ?? [],
  }
}

/** What the stages left, and by position the unit of what is only there to be hidden. */
interface Left extends Lineage {
  readonly hidden: ReadonlyMap<number, number>
}

function leftOf(work: Work, base: Lineage): Left {
  const hidden = new Map<number, number>()
  const raws: unknown[] = []
  const origins: number[] = []
  const whys = new Map<number, string>()
  for (let unit = 0; unit < work.starts.length; unit++) {
    const stage = work.gone[unit]
    const start = work.starts[unit] as number
    if (work.put?.at === start) {
      for (const raw of work.put.raws) {
        whys.set(raws.push(raw) - 1, 'summarize')
        origins.push(-1)
      }
    }
    if (stage !== undefined && stage !== 'hide') continue
    for (let position = start; position < endOfUnit(work, unit); position++) {
      const why = work.whys.get(position) ?? base.whys.get(position)
      if (why !== undefined) whys.set(raws.length, why)
      if (stage === 'hide') hidden.set(raws.length, unit)
      raws.push(work.raws[position])
      origins.push(base.origins[position] as number)
    }
  }
  return { raws, origins, whys, hidden }
}

/** The edits that make the document of the one that was given, each with the stage or the rule behind it. */
function editsOf(
  { document, api: { format } }: Task,
  { mended, lineage: base }: Base,
  work: Work,
  again: Repair,
  lineage: Lineage,
  left: Lineage,
): readonly Edit[] {
  const root = format.rootOf(document)
  const whys = new Map<number, string>()
  noteRemoved(mended.report.plan.edits, root, undefined, whys)
  noteRemoved(again.report.plan.edits, root, left, whys)
  work.gone.forEach((stage, unit) => {
    if (stage === undefined || stage === 'drop') return
    for (let position = work.starts[unit] as number; position < endOfUnit(work, unit); position++)
      whys.set(base.origins[position] as number, stage)
  })
  return editsBetween({
    before: document,
    after: again.document,
    root,
    turns: format.turnsOf(document) ?? [],
    lineage,
    whyGone: (origin) => whys.get(origin) ?? 'drop',
    whyBody: whyBody([...mended.report.plan.edits, ...again.report.plan.edits], root),
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
    if (edit.do !== 'remove' || edit.at.length !== root.length + 1) continue
    const position = edit.at[root.length] as number
    const origin = from === undefined ? position : from.origins[position]
    if (origin !== undefined) whys.set(origin, edit.why)
  }
}

function whyBody(edits: readonly Edit[], root: Place): string {
  return edits.find(({ at }) => root.some((step, depth) => at[depth] !== step))?.why ?? 'drop'
}
