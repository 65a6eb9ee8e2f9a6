import type { Facts } from '../model/facts.ts'
import type { Finding, Severity } from '../model/finding.ts'
import type { Joint, Misplaced, Pairs } from '../model/joint.ts'
import { comparePlaces } from '../model/place.ts'
import type { Rule, RuleText } from '../model/rule.ts'
import { severityOf } from '../model/rulebook.ts'
import { isOfKind, type Part, type Turn } from '../model/transcript.ts'
import { pairing } from '../texts/pairing.ts'
import { isMisnamed, type Survey, surveyor } from './arrange/survey.ts'
import { type Context, rowOf } from './context.ts'
import { type FindingAbout, findingOf, seatIn, unreadableFinding } from './finding.ts'
import { callNotLast, layFrames } from './match/frames.ts'
import { match } from './match/match.ts'
import { isOpen } from './match/match-state.ts'
import { faultOfStray, mayBeKept, ruleOfGuess, ruleOfStray, varietyOfStray } from './match/strays.ts'
import { partsToRead } from './parts/parts.ts'
import { nothing, partContext, type Task, wholeContext } from './task.ts'
import { viewer } from './view.ts'

/** The faults of a document; a plain one is not read. */
export function scanTask(task: Task): readonly Finding[] {
  const parts = partsToRead(task)
  if (parts === 'none') return nothing
  return parts === 'all' ? scanInFull(task) : findFaults(partContext(task, parts), task.rules)
}

/** The faults of a document, all of which is read. */
export function scanInFull(task: Task): readonly Finding[] {
  return findFaults(wholeContext(task), task.rules)
}

/** The faults of a document as it stands: the same whatever a policy would do about them. */
export function findFaults(
  context: Context,
  rules: readonly Rule[],
  pairs: Pairs = matchIn(context),
): Finding[] {
  const found: Finding[] = context.reading.unreadable.map(({ at, wanted }) => unreadableFinding(at, wanted))
  const report: Reporter = (rule, about, text) => {
    const finding = findingOf(context, rule, about, text)
    if (finding !== undefined) found.push(finding)
  }
  reportPairs(context, pairs, report)
  const kinds = kindsIn(context.reading.turns)
  const view = viewer(context, context.reading.turns, pairs)
  for (const rule of rules) {
    const row = rowOf(context, rule.name)
    if (row === undefined || !isConcerned(rule, kinds, context.facts)) continue
    for (const fault of rule.detect(view(row))) report(rule.name, fault, rule.text)
  }
  // The sort is stable: at one place, pairing comes first and rules keep their order.
  return found.sort((left, right) => comparePlaces(left.at, right.at))
}

/** Calls and results as they match in the document. */
export function matchIn({ reading, rulebook, facts, format, origin, tail }: Context): Pairs {
  const { isContinued } = facts
  return match(reading.turns, rulebook.layout, { isContinued, pairByCount: format.pairByCount, origin, tail })
}

/** Whether there is anything that a rule is about, given the kinds of parts that there are. */
export function isConcerned({ about }: Rule, kinds: ReadonlySet<string>, facts: Facts): boolean {
  if (about === undefined || kinds.has(about)) return true
  return about !== 'reasoning' && about !== 'hosted' && (facts[about] ?? false) !== false
}

/** The kinds of parts in some turns. */
export function kindsIn(turns: readonly Turn[]): ReadonlySet<Part['kind']> {
  const kinds = new Set<Part['kind']>()
  for (const { parts } of turns) for (const { kind } of parts) kinds.add(kind)
  return kinds
}

type Reporter = (rule: string, about: FindingAbout, text?: RuleText) => void

/** The pairing faults: the difference between what stands where and what the layout wants. */
function reportPairs(context: Context, pairs: Pairs, report: Reporter): void {
  const { turns } = context.reading
  const { layout } = context.rulebook
  const answering = pairs.strays.length === 0 ? undefined : turnsAfterCalls(turns)
  for (const stray of pairs.strays) {
    if (mayBeKept(stray, context.facts)) continue
    const { result, turn, fate } = stray
    const rule = ruleOfStray(stray)
    const isGuess = fate === 'ambiguous'
    const unasked = answering?.has(turn) === true ? 'unasked' : undefined
    const usual = result.id === undefined && rule === 'result-without-call' ? 'nameless' : unasked
    const name = faultOfStray(stray, layout)
    const text = name === rule ? undefined : pairing[rule]
    const about: FindingAbout = {
      turn,
      part: result,
      variant: isGuess ? 'ambiguous' : (varietyOfStray(stray) ?? usual),
      confidence: isGuess ? 'low' : undefined,
      severity: isGuess ? openSeverity(context) : undefined,
    }
    report(name, about, text)
  }
  const { frames, running } = layFrames(turns, pairs, layout, context.tail)
  const surveyFrame = surveyor(turns, layout)
  for (const frame of frames) {
    const survey = surveyFrame(frame)
    const first = layout.callsLast ? callNotLast(turns, frame) : undefined
    if (first !== undefined) report('call-not-last', first)
    for (const joint of frame.joints) reportJoint(context, joint, running, survey, report)
    const standsWell = (joint: Joint): boolean => survey(joint) === undefined
    const misplaced = layout.positional && context.format.pairByCount?.firstMisplaced(frame, standsWell)
    if (misplaced) reportOrder(misplaced, report)
  }
}

/** The turns of results that follow right after a turn with calls. */
function turnsAfterCalls(turns: readonly Turn[]): ReadonlySet<Turn> {
  const found = new Set<Turn>()
  let isAfter = false
  for (const turn of turns) {
    if (!turn.parts.some(({ kind }) => kind === 'result'))
      isAfter = turn.parts.some(({ kind }) => kind === 'call')
    else if (isAfter) found.add(turn)
  }
  return found
}

/** A result that stands where another belongs; an API may name the call in whose place it stands. */
function reportOrder({ result, turn, owner }: Misplaced, report: Reporter): void {
  const told = owner === undefined ? {} : { variant: 'ordered', values: { owner } }
  report('results-out-of-order', { turn, part: result, ...told })
}

function reportJoint(
  context: Context,
  joint: Joint,
  running: ReadonlySet<Joint>,
  survey: Survey,
  report: Reporter,
): void {
  const { call, turn, result, home, how } = joint
  const { layout } = context.rulebook
  if (result === undefined) {
    if (isOpen(joint) && !running.has(joint))
      report('call-without-result', { turn, part: call, atTurn: true, variant: layout.answers })
    return
  }
  const isGuess =
    call.id !== undefined && result.id !== undefined && (how === 'position' || how === 'decoded')
  const isOther = isMisnamed(context, joint)
  if (isGuess || isOther || !isOfKind(result, call)) {
    report(ruleOfGuess(layout), {
      turn: home,
      part: result,
      variant: isOther ? 'named' : !isGuess ? 'kind' : how === 'decoded' ? 'decoded' : 'guessed',
      values: { owner: call.id ?? '', name: call.name ?? '' },
      confidence: 'low',
      severity: layout.positional ? undefined : openSeverity(context),
    })
  }
  const wrong = survey(joint)
  if (wrong === undefined) return
  // Some APIs name the turn of the call, or the one where they looked for the result.
  const { message } = seatIn(context, turn)
  const values = { calling: String(message), answering: String(message + 1) }
  report(wrong, { turn: home as Turn, part: result, values })
}

/** `refused` where the API refuses a call without a result: a result that may belong to an open call counts as that. */
function openSeverity(context: Context): Severity | undefined {
  const row = rowOf(context, 'call-without-result')
  const isRefused = row !== undefined && severityOf(row, context.facts) === 'refused'
  return isRefused ? 'refused' : undefined
}
