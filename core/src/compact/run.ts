import { type Lineage, withTurns } from '../engine/diff/between.ts'
import { repairTask } from '../engine/repair.ts'
import type { Repair, Task } from '../engine/task.ts'
import type { Policy } from '../model/policy.ts'
import { speakerOf } from '../model/transcript.ts'
import { checkPinned } from './check.ts'
import { beginState, type OpenCompactState } from './compact-state.ts'
import type { Counter } from './count.ts'
import { dropUnits } from './drop.ts'
import { baseOf, type Finished, type FinishedBase, finish } from './finish.ts'
import type {
  CompactOptions,
  CompactReport,
  Size,
  Stage,
  StageReport,
  SummarizeOptions,
  SummaryRequest,
} from './options.ts'
import { keptUnits } from './protect.ts'
import { type CompactSketch, sketchOf, type TurnWeight, weigh } from './sketch.ts'
import { smallestOf } from './smallest.ts'
import { isRemoving, isShrinking, roomIn, runStages, scaled, stagesOf } from './stages.ts'

/** The input of a compaction. */
export interface Compaction {
  readonly task: Task
  readonly policy: Policy
  readonly options: CompactOptions | SummarizeOptions
  readonly counter: Counter
  /** Repairs what is broken first; told where somebody follows the conversation. */
  readonly repair?: ((document: unknown) => Repair) | undefined
  /** Counts and readings of this conversation from an earlier compaction. */
  readonly weight?: TurnWeight | undefined
  readonly sketch?: CompactSketch | undefined
}

/** The outcome of a compaction. */
export interface Compacting {
  readonly document: unknown
  readonly report: CompactReport
  /** The counts and readings of the document, if it was sound. */
  readonly weight?: TurnWeight | undefined
  readonly sketch?: CompactSketch | undefined
}

/** A compaction; it stops to ask for a summary, and goes on when it has it. */
export type StageCourse = Generator<SummaryRequest, Compacting, string>

/** Makes a document small enough, stage by stage. */
export function* run(compaction: Compaction): StageCourse {
  const { task, policy, options, counter } = compaction
  const { format } = task.api
  const mended = compaction.repair?.(task.document) ?? repairTask(task, policy)
  const scale = scaleOf(compaction)
  const isMended = mended.document !== task.document
  const weight = weigh(mended.document, format, counter, isMended ? undefined : compaction.weight)
  const { size: current } = weight
  const before = isMended ? weigh(task.document, format, counter).size : current
  const head = { mended, before: scaled(before, scale), weight: isMended ? undefined : weight }
  const isDone =
    options.budget === undefined ? options.fraction === 0 : scaled(current, scale).tokens <= options.budget
  if (isDone || current.messages === 0) return asItIs(head, scaled(current, scale), isDone)
  const sketch = sketchOf(
    mended.document,
    task.api,
    counter,
    isMended ? undefined : compaction.sketch,
    weight.turns,
  )
  const base = baseOf(task, mended)
  sketch.memory.kept ??= keptUnits(
    sketch,
    task.api.rulebook,
    options.keep,
    pinnedIn(compaction, base.lineage),
    isMended ? instructionsIn(task, base.lineage) : noPins,
  )
  const work = beginState(sketch, task.api, counter, sketch.memory.kept, current.tokens - sketch.total)
  const reports = yield* runStages(work, options, scale)
  const { finished, stage } = yield* writeFitting(compaction, base, work, current, roomIn(options, scale))
  const after = scaled(finished.size, scale)
  if (!isProgress(finished, current)) return asItIs(head, scaled(current, scale), false)
  const fits =
    options.budget === undefined ? after.messages < current.messages : after.tokens <= options.budget
  const { found } = mended.report
  return {
    document: finished.document,
    report: {
      found,
      plan: { edits: finished.edits },
      left: finished.left,
      firstChange: finished.edits[0]?.at,
      fits,
      ...(fits ? {} : { smallest: after.tokens }),
      before: head.before,
      after,
      stages: reportsWith(reports, stage, after),
      wasRepaired: isMended,
      hidden: finished.hidden,
    },
    // In what is broken and stays so, a result may yet turn out to be of a call that comes later.
    ...(isMended ? {} : { weight, sketch: isSound(mended) ? sketch : undefined }),
  }
}

function isSound({ report: { found } }: Repair): boolean {
  return !found.some(({ severity }) => severity === 'refused')
}

/** Whether a document became smaller, and not only other. */
function isProgress({ size }: Finished, before: Size): boolean {
  return size.tokens < before.tokens || (size.tokens === before.tokens && size.messages < before.messages)
}

/** A document that need not become smaller, or has nothing to lose. */
function asItIs(
  { mended, before, weight }: { mended: Repair; before: Size; weight: TurnWeight | undefined },
  after: Size,
  fits: boolean,
): Compacting {
  const smallest = fits ? {} : { smallest: after.tokens }
  const wasRepaired = weight === undefined
  const sizes = { fits, ...smallest, before, after, stages: [], wasRepaired, hidden: [] }
  return { document: mended.document, report: { ...mended.report, ...sizes }, weight }
}

/** How many of the provider's tokens one of ours is. */
function scaleOf({ options: { usage }, counter, task }: Compaction): number {
  if (usage === undefined) return 1
  const { format } = task.api
  const turns = format.turnsOf(task.document) ?? []
  const first = withTurns(task.document, format.rootOf(task.document), turns.slice(0, usage.messages))
  const ours = weigh(first, format, counter).size.tokens
  return ours === 0 || !(usage.tokens > 0) ? 1 : usage.tokens / ours
}

/** The positions of pinned turns in the document as it was repaired. */
function pinnedIn({ task, options: { pin } }: Compaction, { origins }: Lineage): ReadonlySet<number> {
  if (pin === undefined) return noPins
  const turns = task.api.format.turnsOf(task.document) ?? []
  const positions = typeof pin === 'function' ? undefined : new Set(pin)
  const isPinned = (origin: number): boolean =>
    typeof pin === 'function' ? checkPinned(pin(turns[origin], origin)) : positions?.has(origin) === true
  return new Set(origins.flatMap((origin, at) => (origin >= 0 && isPinned(origin) ? [at] : [])))
}

const noPins: ReadonlySet<number> = new Set()

/** The positions of turns that were instructions before a repair gave them to somebody else. */
function instructionsIn({ document, api: { format } }: Task, { origins }: Lineage): ReadonlySet<number> {
  const turns = format.turnsOf(document) ?? []
  const isSystem = (at: number): boolean =>
    at >= 0 && speakerOf(format.readTurn(turns[at], at, [], [])) === 'system'
  return new Set(origins.flatMap((origin, at) => (isSystem(origin) ? [at] : [])))
}

/** The document as it is written, and the stage that had to take more for it. */
interface WrittenDocument {
  readonly finished: Finished
  readonly stage?: Stage | undefined
}

/**
 * Writes the document; where the API wants more words in it than there is room for, more goes.
 *
 * Where a share of the messages was to go, at least one has to: what may not go alone goes with others.
 */
function* writeFitting(
  compaction: Compaction,
  base: FinishedBase,
  work: OpenCompactState,
  current: Size,
  room: number | undefined,
): Generator<SummaryRequest, WrittenDocument, string> {
  const stages = stagesOf(compaction.options)
  const stage = stages.find(isRemoving)
  const isEnough = ({ size }: Finished): boolean =>
    room === undefined ? size.messages < current.messages : size.tokens <= room
  let finished = finish(compaction, base, work)
  let best: WrittenDocument = { finished }
  for (let times = 1; stage !== undefined && !isEnough(finished); times *= 2) {
    const excess =
      room === undefined ? { messages: times } : { tokens: (finished.size.tokens - room) * times }
    if (!dropUnits(work, excess, stage)) break
    finished = finish(compaction, base, work)
    if (isProgress(finished, best.finished.size)) best = { finished, stage }
  }
  if (isEnough(best.finished)) return best
  const smallest = yield* smallestOf(compaction, base, work, room)
  const last = stages.findLast((one) => !isShrinking(one)) ?? stages.at(-1)
  return isProgress(smallest, best.finished.size) ? { finished: smallest, stage: last } : best
}

/** The reports of the stages; the last one ends with the size of the document as it is written. */
function reportsWith(
  reports: readonly StageReport[],
  stage: Stage | undefined,
  after: Size,
): readonly StageReport[] {
  const last = reports.at(-1)
  if (last === undefined) return reports
  if (stage !== undefined && stage !== last.stage) return [...reports, { stage, before: last.after, after }]
  return reports.with(-1, { ...last, after })
}
