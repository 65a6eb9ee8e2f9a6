import { isObject } from '../../model/json.ts'
import { addTo } from '../../model/lists.ts'
import { type Call, type Part, speakerOf, type Turn } from '../../model/transcript.ts'
import { answeredBy } from './shapes.ts'

/**
 * Excuses the calls that wait for a yes or no, or have got it, or whose result is there but cannot be read.
 *
 * The answer names the approval, the approval names the call, and each stands in a turn of its own. A
 * question that is the last thing said still waits; once the user goes on without answering, the call
 * is as open as any other.
 */
export function settle(turns: readonly Turn[]): void {
  const asked = new Map<unknown, Call[]>()
  for (const turn of turns) {
    const speaker = speakerOf(turn)
    if (speaker === 'model') ask(turn, asked)
    else if (speaker === 'tool') excuseAnswered(turn, asked)
    else asked.clear()
  }
  if (turns.some(isLostAnswer)) excuseLost(turns)
  const last = turns.findLast((turn) => speakerOf(turn) !== 'tool')
  if (last === undefined || speakerOf(last) !== 'model') return
  for (const call of askedIn(last).values()) call.excused = true
}

function ask(turn: Turn, asked: Map<unknown, Call[]>): void {
  for (const [approval, call] of askedIn(turn)) {
    call.excused = isObject(call.raw) && call.raw.providerExecuted === true
    call.progress = 'waiting'
    addTo(asked, approval, call)
  }
}

/** The calls of a turn that ask for approval, each by the name of that approval. */
function askedIn({ parts }: Turn): ReadonlyMap<unknown, Call> {
  if (!parts.some(isRequest)) return none
  const asked = new Map<unknown, Call>()
  const calls = new Map<unknown, Call>()
  for (const part of parts) {
    if (part.kind !== 'call' || !isObject(part.raw)) continue
    if (isRequest(part)) asked.set(part, part)
    else if (part.id !== undefined && !calls.has(part.id)) calls.set(part.id, part)
  }
  for (const { kind, raw } of parts) {
    const call = kind === 'other' && isObject(raw) ? calls.get(raw.toolCallId) : undefined
    if (call !== undefined && isObject(raw) && raw.type === 'tool-approval-request')
      asked.set(raw.approvalId, call)
  }
  return asked
}

const none: ReadonlyMap<unknown, Call> = new Map()

/** Whether a part asks for approval: one beside the call or, where a chat shows it, the call itself. */
function isRequest({ kind, raw }: Part): boolean {
  if (!isObject(raw)) return false
  return kind === 'call' ? raw.state === 'approval-requested' : raw.type === 'tool-approval-request'
}

function excuseAnswered(turn: Turn, asked: ReadonlyMap<unknown, readonly Call[]>): void {
  if (asked.size === 0) return
  for (const { kind, raw } of turn.parts) {
    if (kind !== 'other' || !isObject(raw) || raw.type !== 'tool-approval-response') continue
    for (const call of asked.get(raw.approvalId) ?? []) call.excused = true
  }
}

/** Whether a message says which call it answers, and holds no result of that call that can be read. */
function isLostAnswer({ raw, parts }: Turn): boolean {
  const id = answeredBy(raw)
  return id !== undefined && !parts.some((part) => part.kind === 'result' && part.id === id)
}

function excuseLost(turns: readonly Turn[]): void {
  const calls = new Map<unknown, Call[]>()
  for (const turn of turns) {
    for (const part of turn.parts) if (part.kind === 'call') addTo(calls, part.id, part)
    const call = isLostAnswer(turn) ? calls.get(answeredBy(turn.raw))?.shift() : undefined
    if (call !== undefined) call.excused = true
  }
}
