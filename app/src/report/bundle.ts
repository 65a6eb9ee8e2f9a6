import { type Finding, MortiseError, readTranscript } from '@mortise/core'
import type { DiskOutcome } from '../disk/index.ts'
import type { SessionContext } from '../sessions/find/context.ts'
import type { JudgedSession } from '../sessions/judge/judge.ts'
import { openSession } from '../sessions/judge/open.ts'
import { isRefused } from '../sessions/judge/verdict.ts'
import { doorOf, rulebookFor } from '../stores/check/rulebook.ts'
import { itemAt } from '../stores/records/lists.ts'
import { smallest, smallestWithin } from './smallest.ts'
import { withStandIns } from './stand-ins.ts'

/** A bundle for a bug report: the smallest conversation that still shows the fault, with nothing of the original in it. */
export interface Bundle {
  readonly schema: 'mortise-bundle/1'
  readonly agent: string
  readonly format: string
  readonly api: string
  /** The rule that the conversation breaks, and the sentence about the fault in it. */
  readonly rule: string
  readonly found: readonly Pick<Finding, 'rule' | 'severity' | 'at' | 'message'>[]
  readonly messages: readonly unknown[]
}

/** Makes the bundle of a broken session; throws a `MortiseError` if it has no fault that its messages show. */
export function bundleOf({ disk }: SessionContext, judged: JudgedSession): DiskOutcome<Bundle> {
  const opened = openSession(disk, judged)
  if (!opened.ok) return opened
  const { store, session, entries } = opened.value
  const { scan } = doorOf(store)
  for (const lane of session.lanes) {
    if (lane.isDormant) continue
    const api = rulebookFor(store, session.api, { version: session.version, lane })
    const judge = (messages: readonly unknown[]): readonly Finding[] => scan(messages, api, { tail: 'rest' })
    const all = lane.turns.map((index) => store.messageIn(itemAt(entries, index).value)?.message)
    const [fault] = judge(all).filter(isRefused)
    if (fault === undefined) continue
    const shows = (messages: readonly unknown[]): boolean =>
      judge(messages).some((each) => isRefused(each) && each.rule === fault.rule)
    const few = smallestWithin(smallest(all, shows), shows)
    const built = (messages: unknown): string => formOf(messages, store.format, judge)
    const form = built(few)
    const messages = withStandIns(few, (made) => built(made) === form) as readonly unknown[]
    const found = judge(messages).map(({ rule, severity, at, message }) => ({ rule, severity, at, message }))
    const head = { agent: store.name, format: store.format.name, api: session.api, rule: fault.rule }
    return { ok: true, value: { schema: 'mortise-bundle/1', ...head, found, messages } }
  }
  throw new MortiseError('no-fault', 'No message of this session shows a fault that its API refuses.')
}

/** How a list of messages is built, and where it has which faults; its words do not count. */
function formOf(
  messages: unknown,
  format: JudgedSession['store']['format'],
  judge: (messages: readonly unknown[]) => readonly Finding[],
): string {
  const list = Array.isArray(messages) ? messages : []
  const { turns } = readTranscript(list, format)
  const joints = new Map<unknown, number>()
  const numberOf = (id: unknown): number => {
    const known = joints.get(id) ?? joints.size
    joints.set(id, known)
    return known
  }
  const parts = turns.map((turn) => [
    turn.speaker,
    turn.shape,
    turn.parts.map((part) => [
      part.kind,
      'id' in part ? numberOf(part.id) : '',
      'form' in part ? part.form : '',
    ]),
  ])
  const found = judge(list).map(({ rule, severity, at }) => [rule, severity, at.length, at[0]])
  return JSON.stringify([parts, found])
}
