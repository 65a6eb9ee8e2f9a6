import type { OpenCompactState } from './compact-state.ts'
import { dropUnits, type Excess, freedWithout } from './drop.ts'
import type { CompactOptions, Size, Stage, StageReport, SummarizeOptions, SummaryRequest } from './options.ts'
import { bigAndFresh, shrinkResults } from './shorten.ts'
import { summarizeUnits } from './summary.ts'

/** The stages of a compaction. */
interface StageTable {
  readonly work: OpenCompactState
  /** How many tokens there is room for; undefined where messages are counted. */
  readonly room: number | undefined
  /** How many of the provider's tokens one of ours is. */
  readonly scale: number
  readonly reports: StageReport[]
}

/** Makes a conversation smaller, stage by stage, until it is small enough. */
export function* runStages(
  work: OpenCompactState,
  options: CompactOptions | SummarizeOptions,
  scale: number,
): Generator<SummaryRequest, StageReport[], string> {
  const { fraction } = options
  const stages = stagesOf(options)
  const room = roomIn(options, scale)
  const course: StageTable = { work, room, scale, reports: [] }
  const most = fraction === undefined ? 0 : Math.floor((work.raws.length - work.kept.asked) * fraction)
  for (const [position, stage] of stages.entries()) {
    if (isDone(course)) break
    if (isShrinking(stage)) {
      tell(course, stage, () => shrinkResults(work, stage, room ?? 0, 'old'))
      continue
    }
    if (room !== undefined) spareFresh(course, stages.slice(0, position), room)
    if (isDone(course)) break
    const before = work.left
    const excess: Excess = room === undefined ? { messages: most } : { tokens: before.tokens - room }
    if (stage === 'summarize') yield* summarizeUnits(work, excess, room)
    else dropUnits(work, excess, stage)
    note(course, stage, before)
  }
  if (room !== undefined) shrinkAll(course, stages, () => work.left.tokens <= room)
  return course.reports
}

/** The stages that were asked for, or those that most people want. */
export function stagesOf({ stages, summarize, budget }: CompactOptions | SummarizeOptions): readonly Stage[] {
  if (stages !== undefined) return stages
  const words: readonly Stage[] = summarize === undefined ? [] : ['summarize']
  return budget === undefined ? [...words, 'drop'] : ['shorten', 'clear', ...words, 'drop']
}

/** How many of our tokens there is room for; undefined where messages are counted. */
export function roomIn({ budget }: CompactOptions | SummarizeOptions, scale: number): number | undefined {
  return budget === undefined ? undefined : Math.floor(budget) / scale
}

/** A size in the tokens of the provider. */
export function scaled({ messages, tokens }: Size, scale: number): Size {
  return { messages, tokens: Math.ceil(tokens * scale) }
}

type Shrinking = 'shorten' | 'clear'

/** Whether a stage makes results smaller, and takes nothing away. */
export function isShrinking(stage: Stage): stage is Shrinking {
  return stage === 'shorten' || stage === 'clear'
}

/** Whether a stage removes units or hides them. */
export function isRemoving(stage: Stage): boolean {
  return stage === 'drop' || stage === 'cut' || stage === 'hide'
}

function isDone({ work, room }: StageTable): boolean {
  return room === undefined ? work.left.messages < work.raws.length : work.left.tokens <= room
}

/**
 * Sees to it that long results among the last are made shorter before they are lost.
 *
 * They stay whole if there is room enough without other units; a joint without its middle says more
 * than none.
 */
function spareFresh(course: StageTable, earlier: readonly Stage[], room: number): void {
  const { work } = course
  if (!earlier.some(isShrinking)) return
  work.precious = bigAndFresh(work)
  shrinkAll(course, earlier, () => work.left.tokens - freedWithout(work) <= room)
}

/** Makes all results smaller, the last too, until enough is saved. */
function shrinkAll(course: StageTable, stages: readonly Stage[], isEnough: () => boolean): void {
  for (const stage of stages) {
    if (!isShrinking(stage)) continue
    if (isEnough()) return
    tell(course, stage, () => shrinkResults(course.work, stage, course.room ?? 0, 'all'), 'if smaller')
  }
}

function tell(
  course: StageTable,
  stage: Stage,
  act: () => void,
  when: 'always' | 'if smaller' = 'always',
): void {
  const before = course.work.left
  act()
  if (when === 'always' || course.work.left.tokens < before.tokens) note(course, stage, before)
}

function note({ work, scale, reports }: StageTable, stage: Stage, before: Size): void {
  reports.push({ stage, before: scaled(before, scale), after: scaled(work.left, scale) })
}
