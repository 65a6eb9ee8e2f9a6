import type { Edit } from '../model/edit.ts'
import type { Facts } from '../model/facts.ts'
import type { Finding } from '../model/finding.ts'
import type { Intent } from '../model/intent.ts'
import type { Pairs } from '../model/joint.ts'
import { addAll } from '../model/lists.ts'
import type { Policy } from '../model/policy.ts'
import type { Rule } from '../model/rule.ts'
import { severityOf } from '../model/rulebook.ts'
import { arrange } from './arrange/arrange.ts'
import { decide } from './arrange/decide.ts'
import { unbind } from './binding/unbind.ts'
import { type Context, ownRemedy, policyRemedy, remedyFor, rowOf } from './context.ts'
import { applyEdits } from './diff/apply.ts'
import { bodyEdits } from './diff/diff.ts'
import { sortEdits } from './diff/invert.ts'
import { type Draft, draftOf, keepingMarks } from './draft/draft.ts'
import { enact } from './draft/enact.ts'
import { keepEnd } from './for-rules/end.ts'
import { reframe } from './match/reframe.ts'
import { findFaults, isConcerned, kindsIn, matchIn } from './scan.ts'
import { viewOf } from './view.ts'

/** The faults of one part of a document, and the edits that mend them. */
export interface PartialPlan {
  readonly found: readonly Finding[]
  readonly edits: readonly Edit[]
  /** Whether turns out of view may matter after all. */
  readonly isShort: boolean
}

/**
 * Finds the faults of a document, or of a part of it, and plans the edits that mend them.
 *
 * A draft changes its turns in place. So the document is read twice: once for the scan, and once more for the draft.
 */
export function planPart(read: () => Context, rules: readonly Rule[], policy: Policy): PartialPlan {
  const context = read()
  const found = findFaults(context, rules)
  const isWanted = ({ rule, severity, calls: [id] }: Finding): boolean =>
    (ownRemedy(policy, rule, id) ??
      (severity === 'refused' ? policyRemedy(policy, rule) : remedyFor(context, policy, rule))) !== 'leave'
  const isFaulty = found.some(isWanted)
  if (!isFaulty && context.binding === undefined) return { found, edits: [], isShort: false }
  const faulty = new Set(found.map(({ rule }) => rule))
  const draft = draftOf(read())
  const pairs = matchIn(draft.context)
  if (isFaulty) mend(draft, rules, policy, pairs, faulty)
  const edits = unbind(draft, rules, policy, pairs)
  return { found, edits, isShort: draft.isShort }
}

/** The planner: rules before, match, policy, arrange, rules after. */
function mend(
  draft: Draft,
  rules: readonly Rule[],
  policy: Policy,
  found: Pairs,
  faulty: ReadonlySet<string>,
): void {
  const isFaulty = (rule: Rule): boolean => faulty.has(rule.name)
  // As long as nothing has changed, a rule that found nothing finds nothing.
  const first = rules.findIndex((rule) => rule.stage === 'before' && isFaulty(rule))
  const before = first < 0 ? [] : rules.slice(first).filter((rule) => rule.stage === 'before')
  for (const rule of before) obey(draft, rule, found, policy)
  let pairs = before.length === 0 ? found : pairAgain(draft, found)
  const isDecided = decide(draft, pairs, policy)
  if (isDecided) pairs = pairAgain(draft, pairs)
  keepingMarks(draft, 'result-out-of-place', () => arrange(draft, pairs, policy))
  keepEnd(draft)
  // So far parts have only moved. Rules marked `isPlaceless` need not run again.
  let haveMoved = before.length === 0 && !isDecided
  for (const rule of rules) {
    if (rule.stage !== 'after' || (haveMoved && rule.isPlaceless && !isFaulty(rule))) continue
    if (obey(draft, rule, pairs, policy)) haveMoved = false
  }
  // A rule may have taken away the last thing that the last turn said.
  keepEnd(draft)
}

/** The same pairs in a draft that has changed, and with it what its turns say of each other. */
export function pairAgain({ turns, context }: Draft, pairs: Pairs): Pairs {
  context.format.settle?.(turns)
  return reframe(turns, context.rulebook.layout, pairs)
}

/** Lets one rule look at the draft, and does what it wants once it has looked; returns whether it wants anything. */
export function obey(draft: Draft, rule: Rule, pairs: Pairs, policy: Policy): boolean {
  const { context } = draft
  const row = rowOf(context, rule.name)
  const remedy = remedyFor(context, policy, rule.name)
  if (row === undefined || remedy === 'leave') return false
  const intents: Intent[] = []
  const facts = factsNow(draft)
  if (rule.about !== undefined && !isConcerned(rule, kindsIn(draft.turns), facts)) return false
  const view = viewOf({ ...context, facts }, draft.turns, row, pairs)
  const isAsked = policy.asks.includes(rule.name)
  for (const fault of rule.detect(view)) {
    const severity = fault.severity ?? severityOf(row, view.facts, fault.variant)
    if (severity === 'refused' || isAsked) addAll(intents, fault.otherwise?.[remedy] ?? fault.intents)
  }
  enact(draft, intents, pairs.joints, rule.name)
  return intents.length > 0
}

/** The facts as they will be once the body is changed. */
function factsNow(draft: Draft): Facts {
  const { facts, format, document } = draft.context
  return draft.body.size === 0 ? facts : format.factsOf(applyEdits(document, sortEdits(bodyEdits(draft))))
}
