import type { Context } from './engine/context.ts'
import { isOpen, match } from './engine/match.ts'
import { planRepair, type Repair } from './engine/plan.ts'
import { findFaults } from './engine/scan.ts'
import { sentinelFor } from './engine/sentinel.ts'
import { emptyPlan } from './model/edit.ts'
import type { Finding } from './model/finding.ts'
import { type Api, placeOf } from './model/format.ts'
import { choosePolicy, type PolicyChoice } from './model/policy.ts'
import type { Report, Tail } from './model/report.ts'
import type { OpenCall } from './model/transcript.ts'
import { rules } from './rules/index.ts'

/** How a document is to be read. */
export interface ScanOptions {
  /** How the conversation ends; `closed`, about to be sent, unless said otherwise. */
  readonly tail?: Tail
}

const nothing: readonly Finding[] = Object.freeze([])
const soundReport: Report = Object.freeze({
  found: nothing,
  plan: emptyPlan,
  left: nothing,
  firstChange: undefined,
})

/** The faults of a document. */
export function scanWith(
  document: unknown,
  api: Api,
  { tail = 'closed' }: ScanOptions = {},
): readonly Finding[] {
  return looksSound(document, api, tail) ? nothing : readInFull(document, api, tail)
}

/** The faults of a document, found without a first quick look. */
export function readInFull(document: unknown, api: Api, tail: Tail): readonly Finding[] {
  return findFaults(contextOf(document, api, tail), rules)
}

/** The faults of a document, what mends them, and the mended document. */
export function repairWith(document: unknown, api: Api, policy: PolicyChoice, tail: Tail): Repair {
  if (looksSound(document, api, tail)) return { report: soundReport, document }
  const again = (mended: unknown): readonly Finding[] => scanWith(mended, api, { tail })
  return planRepair(contextOf(document, api, tail), rules, choosePolicy(policy), again)
}

/** The calls that wait for a result, running ones too. */
export function openCallsWith(document: unknown, { format, rulebook }: Api): readonly OpenCall[] {
  const reading = format.read(document)
  const open = match(reading.turns, rulebook.layout).joints.filter(isOpen)
  return open.map(({ call, turn }) => ({
    id: call.id,
    name: call.name,
    at: placeOf(format, reading.root, turn, call),
  }))
}

function contextOf(document: unknown, { format, rulebook }: Api, tail: Tail): Context {
  const reading = format.read(document)
  return { document, format, rulebook, reading, facts: reading.facts, tail }
}

/** Whether a quick look over the document finds nothing to suspect; then there is no finding at all. */
function looksSound(document: unknown, { format, rulebook }: Api, tail: Tail): boolean {
  const turns = format.turnsOf(document)
  if (turns === undefined) return false
  const sentinel = sentinelFor(format, rulebook)
  sentinel.reset(format.factsOf(document))
  return sentinel.feed(turns, 0, turns.length) < 0 && sentinel.mayEnd(tail)
}
