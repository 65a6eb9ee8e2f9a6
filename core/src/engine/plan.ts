import { emptyPlan, type Plan } from '../model/edit.ts'
import type { Finding } from '../model/finding.ts'
import type { Intent } from '../model/intent.ts'
import type { Pairs } from '../model/joint.ts'
import type { Policy } from '../model/policy.ts'
import type { Report } from '../model/report.ts'
import type { Rule } from '../model/rule.ts'
import { applyEdits } from './apply.ts'
import { arrange } from './arrange.ts'
import { type Context, policyRemedy, remedyFor, rowOf } from './context.ts'
import { decide } from './decide.ts'
import { diff, markGaps } from './diff.ts'
import { type Draft, draftOf } from './draft.ts'
import { enact } from './enact.ts'
import { keepEnd } from './end.ts'
import { match } from './match.ts'
import { findFaults } from './scan.ts'

/** A report, and the document that its plan makes. */
export interface Repair {
  readonly report: Report
  readonly document: unknown
}

/** Finds what is wrong, plans what would mend it, and looks at the result again. */
export function planRepair(
  context: Context,
  rules: readonly Rule[],
  policy: Policy,
  scanAgain: (document: unknown) => readonly Finding[],
): Repair {
  const pairs = match(context.reading.turns, context.rulebook.layout)
  const found = findFaults(context, rules, pairs)
  const isWanted = ({ rule, severity }: Finding): boolean =>
    (severity === 'refused' ? policyRemedy(policy, rule) : remedyFor(context, policy, rule)) !== 'leave'
  if (!found.some(isWanted)) return unchanged(context, found)
  const edits = diff(mend(context, rules, policy))
  if (edits.length === 0) return unchanged(context, found)
  const document = applyEdits(context.document, edits)
  const plan: Plan = { edits: markGaps(edits, document) }
  return { report: { found, plan, left: scanAgain(document), firstChange: edits[0]?.at }, document }
}

function unchanged(context: Context, found: readonly Finding[]): Repair {
  return {
    report: { found, plan: emptyPlan, left: found, firstChange: undefined },
    document: context.document,
  }
}

/** The planner: rules before, match, policy, arrange, rules after. */
function mend(context: Context, rules: readonly Rule[], policy: Policy): Draft {
  const draft = draftOf(context)
  const { layout } = context.rulebook
  let pairs = match(draft.turns, layout)
  for (const rule of rules) if (rule.stage === 'before') obey(draft, rule, pairs, policy)
  pairs = match(draft.turns, layout)
  if (decide(draft, pairs, policy)) pairs = match(draft.turns, layout)
  arrange(draft, pairs, policy)
  keepEnd(draft)
  for (const rule of rules) if (rule.stage === 'after') obey(draft, rule, pairs, policy)
  return draft
}

/** Lets one rule look at the draft, and does what it wants once it has looked. */
function obey(draft: Draft, rule: Rule, pairs: Pairs, policy: Policy): void {
  const { context } = draft
  const row = rowOf(context, rule.name)
  if (row === undefined || remedyFor(context, policy, rule.name) === 'leave') return
  const { facts, tail, rulebook } = context
  const intents: Intent[] = []
  for (const fault of rule.detect({ turns: draft.turns, facts, tail, layout: rulebook.layout, row, pairs })) {
    intents.push(...fault.intents)
  }
  enact(draft, intents, pairs.joints, rule.name)
}
