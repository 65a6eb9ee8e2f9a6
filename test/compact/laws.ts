import {
  apply,
  type Compacted,
  type CompactOptions,
  type CompactReport,
  compact,
  type Finding,
  invert,
  type Plan,
  repair,
  type SummarizeOptions,
  scan,
} from '@mortise/core'
import { expect } from 'vitest'
import { withTurns } from '../../core/src/engine/diff/between.ts'
import { match } from '../../core/src/engine/match/match.ts'
import { readAll } from '../../core/src/engine/reading.ts'
import type { Api } from '../../core/src/model/format.ts'
import { speakerOf } from '../../core/src/model/transcript.ts'
import { isBinding, reasoningHolds, sealedCopy } from '../laws/bound.ts'
import { freeze } from '../laws/laws.ts'
import { apiOf } from '../laws/task.ts'
import { complaints, type Tail } from '../oracle/index.ts'

// What was wrong before and cannot be mended without inventing.
const unmendable = /at the end|the last message|no user speaks|blocks have cache_control/

export interface Question {
  readonly document: unknown
  readonly api: string
  readonly tail: Tail
}

export type Wish = CompactOptions | SummarizeOptions

/** What came of a wish: the whole document, and what of it is to be seen. */
export interface Answer {
  readonly document: unknown
  readonly visible: unknown
  readonly report: CompactReport
}

/** A summary that can be told from all else; it is one turn and says nothing more. */
export const summarize = (): string => 'All «s1» of it.'
const summary = /^\[summary of earlier messages: \d+ in number\]\nAll «s1» of it\.$/

/** Asserts that reasoning that is bound to what stands before it goes from where a stage changes that, and only there. */
async function boundLaw(given: unknown, api: Api, options: Wish): Promise<void> {
  const document = sealedCopy(given)
  const { document: small, report } = await compact(document, options as CompactOptions)
  reasoningHolds(document, visibleIn(small, report.hidden, api), report.plan.edits)
}

/** Asserts what a compaction promises, for one document and one wish. */
export async function smallerLaws(question: Question, wish: Wish): Promise<Answer> {
  const { document, tail } = question
  freeze(document)
  const api = apiOf(question.api, document)
  const text = JSON.stringify(document)
  const options: Wish = { ...wish, api: api.rulebook, tail }
  const make = async (): Promise<Compacted<unknown>> => compact(document, options as CompactOptions)
  const made = await make()
  holds(JSON.stringify(document) === text, 'the input is untouched')
  holds(JSON.stringify(await make()) === JSON.stringify(made), 'two runs are identical')
  const { document: small, report } = made
  const visible = visibleIn(small, report.hidden, api)
  if (isBinding(document)) await boundLaw(document, api, options)
  sizesHold(document, visible, wish, report, api)
  expect(scan(small, api.rulebook, { tail }), 'left is what a new scan finds').toEqual(report.left)
  isAccepted(small, question, report, api)
  if (report.hidden.length > 0) isAccepted(visible, question, report, api)
  reversible(document, small, report.plan)
  summariesHold(small, question, api)
  return { document: small, visible, report }
}

function visibleIn(document: unknown, hidden: readonly number[], { format }: Api): unknown {
  const turns = format.turnsOf(document) ?? []
  holds(new Set(hidden).size === hidden.length, 'a turn is hidden once')
  holds(
    hidden.every((at) => at >= 0 && at < turns.length),
    'what is hidden is there',
  )
  const shown = turns.filter((_, at) => !hidden.includes(at))
  return hidden.length === 0 ? document : withTurns(document, format.rootOf(document), shown)
}

function sizesHold(
  document: unknown,
  visible: unknown,
  wish: Wish,
  report: CompactReport,
  { rulebook }: Api,
): void {
  const { fits, smallest, before, after, stages, wasRepaired, plan, hidden } = report
  if (wish.budget !== undefined) {
    holds(fits === after.tokens <= wish.budget, 'fits tells the truth')
    holds(smallest === (fits ? undefined : after.tokens), 'smallest tells the truth')
  }
  holds(wasRepaired || after.tokens <= before.tokens, 'never larger')
  const isSame = plan.edits.length === 0 && hidden.length === 0
  holds(wasRepaired || !fits || !isSame || visible === document, 'same reference')
  const { countTokens } = wish
  const options = {
    api: rulebook,
    policy: 'report',
    budget: 1e9,
    ...(countTokens && { countTokens }),
  } as const
  expect(compact(visible, options).report.before, 'after is what can be seen').toEqual(after)
  if (stages.length > 0) expect(stages.at(-1)?.after, 'the last stage ends with it').toEqual(after)
  stages.forEach((stage, at) => {
    if (at > 0) expect(stage.before, 'each stage goes on from the last').toEqual(stages[at - 1]?.after)
  })
}

function isAccepted(document: unknown, { api: name, tail }: Question, report: CompactReport, api: Api): void {
  const known = new Set(report.found.map(({ rule }) => rule))
  const isFresh = ({ rule, severity }: Finding): boolean => severity === 'refused' && !known.has(rule)
  const fresh = scan(document, api.rulebook, { tail }).filter(isFresh)
  expect(fresh, 'nothing is refused that was not refused before').toEqual([])
  const refusals = complaints(document, { api: name, tail }).filter(
    (complaint) => !unmendable.test(complaint),
  )
  expect(refusals, 'an independent checker accepts it').toEqual([])
}

export function holds(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(`It does not hold that ${what}.`)
}

function reversible(document: unknown, small: unknown, plan: Plan): void {
  const made = apply(document, JSON.parse(JSON.stringify(plan)) as Plan)
  holds(made.ok && JSON.stringify(made.value) === JSON.stringify(small), 'apply makes the document')
  const undone = apply(small, JSON.parse(JSON.stringify(invert(plan))) as Plan)
  holds(undone.ok && JSON.stringify(undone.value) === JSON.stringify(document), 'invert restores it')
}

/** A summary is one turn, and stays one when the user goes on without waiting. */
function summariesHold(document: unknown, { tail }: Question, { format, rulebook }: Api): void {
  const { turns } = readAll(document, format)
  const summed = turns.filter(({ raw }) => JSON.stringify(raw)?.includes('«s1»'))
  if (summed.length === 0) return
  holds(summed.length === 1, 'there is one summary')
  for (const { parts } of summed) {
    const [part] = parts
    holds(parts.length === 1 && part?.kind === 'text' && summary.test(part.text), 'the summary stands alone')
  }
  const raws = turns.map(({ raw }) => raw)
  const said = format.renderTurn('user', { text: 'And now?' }, raws.at(-1))
  const grown = withTurns(document, format.rootOf(document), [...raws, said])
  const mended = format.turnsOf(repair(grown, { api: rulebook, tail }).document) ?? []
  holds(mended.includes(summed[0]?.raw), 'a later repair leaves the summary alone')
}

/** The pairs of call and result, by the marks in them. */
export function jointsOf(document: unknown, name: string): readonly string[] {
  const { format, rulebook } = apiOf(name, document)
  const { turns, facts } = readAll(document, format)
  const { joints } = match(turns, rulebook.layout, {
    isContinued: facts.isContinued,
    pairByCount: format.pairByCount,
  })
  return joints.map(({ call, result }) => `${marksIn(call.raw)} → ${marksIn(result?.raw)}`)
}

/** What must stay: the marks of the first user turn, of the last, and of each pinned one. */
export function keptMarks(document: unknown, name: string, pins: readonly number[]): readonly string[] {
  const { turns } = readAll(document, apiOf(name, document).format)
  const users = turns.filter(
    (turn) => speakerOf(turn) === 'user' && turn.parts.some(({ kind }) => kind === 'text'),
  )
  return [users[0], users.at(-1), ...pins.map((at) => turns[at])].flatMap((turn) => marks(turn?.raw))
}

function marks(value: unknown): readonly string[] {
  return (JSON.stringify(value) ?? '').match(/«\w+»/g) ?? []
}

function marksIn(value: unknown): string {
  return marks(value).join('')
}
