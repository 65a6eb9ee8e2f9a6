/** Events as Copilot CLI writes them, each with only what a case is about. */

export type Json = Record<string, unknown>

export const session = 'c1d2e3f4-0000-4000-8000-000000000003'

let clock = 0

/** Names an event after its place in the run of a test. */
export function event(type: string, data: Json = {}, rest: Json = {}): Json {
  clock++
  const id = `e0000000-0000-4000-8000-${String(clock).padStart(12, '0')}`
  const timestamp = `2026-05-01T10:00:${String(clock % 60).padStart(2, '0')}.000Z`
  return { type, data, id, timestamp, parentId: null, ...rest }
}

export function start(rest: Json = {}): Json {
  return event('session.start', {
    sessionId: session,
    version: 1,
    producer: 'copilot-agent',
    copilotVersion: '1.0.102',
    startTime: '2026-05-01T10:00:00.000Z',
    selectedModel: 'gpt-5.4',
    context: { cwd: '/w/app' },
    ...rest,
  })
}

export function user(content: string, rest: Json = {}): Json {
  return event('user.message', { content, transformedContent: content, messageId: `m-${content}` }, rest)
}

export function said(content: string, calls: readonly string[] = [], rest: Json = {}): Json {
  const toolRequests = calls.map((toolCallId) => ({
    toolCallId,
    name: 'bash',
    arguments: { command: 'ls' },
    type: 'function',
  }))
  return event(
    'assistant.message',
    { messageId: `m-${content}`, model: 'gpt-5.4', content, toolRequests },
    rest,
  )
}

export function began(toolCallId: string, rest: Json = {}): Json {
  return event('tool.execution_start', { toolCallId, toolName: 'bash', arguments: { command: 'ls' } }, rest)
}

export function result(toolCallId: string, content = 'x', rest: Json = {}): Json {
  return event('tool.execution_complete', { toolCallId, success: true, result: { content } }, rest)
}

export function failed(toolCallId: string, message: string): Json {
  return event('tool.execution_complete', { toolCallId, success: false, error: { message } })
}

/** The same events, each naming the one before it. */
export function chained(events: readonly Json[]): readonly Json[] {
  return events.map((each, index) => ({ ...each, parentId: events[index - 1]?.id ?? null }))
}
