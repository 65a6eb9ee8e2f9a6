/** Records as Kimi Code writes them, each with only what a case is about. */

export type Json = Record<string, unknown>

export const session = 'session_a1b2c3d4-0000-4000-8000-000000000002'

let clock = 0

function record(type: string, rest: Json): Json {
  clock++
  return { type, agentId: 'main', ...rest, time: 1_777_629_600_000 + clock }
}

export function metadata(): Json {
  return { type: 'metadata', protocol_version: '1.5', created_at: 1_777_629_600_000 }
}

export function note(type: string, rest: Json = {}): Json {
  return record(type, rest)
}

export function user(text: string, rest: Json = { origin: { kind: 'user' } }): Json {
  return record('context.append_message', {
    message: { role: 'user', content: [{ type: 'text', text }], toolCalls: [], ...rest },
  })
}

export function event(event: Json): Json {
  return record('context.append_loop_event', { event })
}

export function begin(uuid: string): Json {
  return event({ type: 'step.begin', uuid, turnId: '1', step: 1 })
}

export function end(uuid: string, finishReason = 'completed'): Json {
  return event({ type: 'step.end', uuid, turnId: '1', step: 1, finishReason })
}

export function said(step: string, text: string): Json {
  return event({ type: 'content.part', stepUuid: step, turnId: '1', step: 1, part: { type: 'text', text } })
}

export function thought(step: string, think: string): Json {
  return event({ type: 'content.part', stepUuid: step, turnId: '1', step: 1, part: { type: 'think', think } })
}

export function call(step: string, id: string): Json {
  return event({
    type: 'tool.call',
    uuid: `u-${id}`,
    turnId: '1',
    step: 1,
    stepUuid: step,
    toolCallId: id,
    name: 'Shell',
    args: { command: 'ls' },
  })
}

export function result(id: string, output = 'x'): Json {
  return event({ type: 'tool.result', parentUuid: `u-${id}`, toolCallId: id, result: { output } })
}

/** A whole step: words, then calls, then the results of some of them. */
export function step(
  uuid: string,
  text: string,
  calls: readonly string[],
  answered = calls,
): readonly Json[] {
  return [
    begin(uuid),
    said(uuid, text),
    ...calls.map((id) => call(uuid, id)),
    ...answered.map((id) => result(id)),
    end(uuid),
  ]
}
