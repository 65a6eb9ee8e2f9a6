import { isObject } from '../../model/json.ts'
import { type Call, type Part, speakerOf, type Turn } from '../../model/transcript.ts'

/**
 * Excuses the calls that wait for a yes or no, or have got it.
 *
 * The answer names the approval, the approval names the call, and each stands in a turn of its own. A
 * question that is the last thing said still waits; once the user goes on without answering, the call
 * is as open as any other.
 */
export function settle(turns: readonly Turn[]): void {
  const asked = new Map<unknown, Call>()
  for (const turn of turns) {
    const speaker = speakerOf(turn)
    if (speaker === 'model') askedIn(turn, asked)
    else if (speaker === 'tool') excuseAnswered(turn, asked)
    else asked.clear()
  }
  for (const call of askedLast(turns)) call.excused = true
}

function askedIn(turn: Turn, asked: Map<unknown, Call>): void {
  if (!turn.parts.some(isRequest)) return
  const calls = new Map<unknown, Call>()
  for (const part of turn.parts) if (part.kind === 'call' && part.id !== undefined) calls.set(part.id, part)
  for (const part of turn.parts) {
    if (!isRequest(part) || !isObject(part.raw)) continue
    const call = calls.get(part.raw.toolCallId)
    if (call !== undefined) asked.set(part.raw.approvalId, call)
  }
}

function excuseAnswered(turn: Turn, asked: ReadonlyMap<unknown, Call>): void {
  if (asked.size === 0) return
  for (const { kind, raw } of turn.parts) {
    if (kind !== 'other' || !isObject(raw) || raw.type !== 'tool-approval-response') continue
    const call = asked.get(raw.approvalId)
    if (call !== undefined) call.excused = true
  }
}

function isRequest(part: Part): boolean {
  return part.kind === 'other' && isObject(part.raw) && part.raw.type === 'tool-approval-request'
}

/** The calls that the last turn of the model asks about, if only tools have spoken since. */
function askedLast(turns: readonly Turn[]): readonly Call[] {
  const turn = turns.findLast((candidate) => speakerOf(candidate) !== 'tool')
  if (turn === undefined || speakerOf(turn) !== 'model') return []
  const asked = new Map<unknown, Call>()
  askedIn(turn, asked)
  const shown = turn.parts.filter(
    (part): part is Call =>
      part.kind === 'call' && isObject(part.raw) && part.raw.state === 'approval-requested',
  )
  return [...asked.values(), ...shown]
}
