import { isOpen, match } from './engine/match.ts'
import { readAll } from './engine/reading.ts'
import { type Repair, repairTask, scanTask, type Task } from './engine/repair.ts'
import type { Finding } from './model/finding.ts'
import { type Api, placeOf } from './model/format.ts'
import { choosePolicy, type PolicyChoice } from './model/policy.ts'
import type { Tail } from './model/report.ts'
import type { OpenCall } from './model/transcript.ts'
import { rules } from './rules/index.ts'

/** How a document is to be read. */
export interface ScanOptions {
  /** How the conversation ends; `closed`, about to be sent, unless said otherwise. */
  readonly tail?: Tail
}

/** A document to be looked at with all rules. */
export function taskOf(document: unknown, api: Api, tail: Tail): Task {
  return { document, api, tail, rules }
}

/** The faults of a document. */
export function scanWith(
  document: unknown,
  api: Api,
  { tail = 'closed' }: ScanOptions = {},
): readonly Finding[] {
  return scanTask(taskOf(document, api, tail))
}

/** The faults of a document, what mends them, and the mended document. */
export function repairWith(document: unknown, api: Api, policy: PolicyChoice, tail: Tail): Repair {
  return repairTask(taskOf(document, api, tail), choosePolicy(policy))
}

/** The calls that wait for a result, running ones too. */
export function openCallsWith(document: unknown, { format, rulebook }: Api): readonly OpenCall[] {
  const reading = readAll(document, format)
  const open = match(reading.turns, rulebook.layout).joints.filter(isOpen)
  return open.map(({ call, turn }) => ({
    id: call.id,
    name: call.name,
    at: placeOf(format, reading.root, turn, call),
  }))
}
