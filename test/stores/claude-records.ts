/** Records as Claude Code writes them, each with only what a case is about. */

export type Json = Record<string, unknown>

const shared = {
  isSidechain: false,
  userType: 'external',
  cwd: '/w/app',
  sessionId: 's1',
  // It mends nothing of what it sends: each fault is refused.
  version: '1.0.98',
  gitBranch: 'main',
}

let clock = 0

function stamp(): string {
  clock++
  return `2026-05-01T10:00:${String(clock % 60).padStart(2, '0')}.000Z`
}

/** A record that hangs on another one. */
function linked(uuid: string, parentUuid: string | null, type: string, rest: Json): Json {
  return { parentUuid, ...shared, type, ...rest, uuid, timestamp: stamp() }
}

export function user(uuid: string, parent: string | null, content: unknown, rest: Json = {}): Json {
  return linked(uuid, parent, 'user', { message: { role: 'user', content }, ...rest })
}

/** A piece of an answer. */
export function piece(
  uuid: string,
  parent: string | null,
  answer: string,
  block: Json,
  rest: Json = {},
): Json {
  const message = {
    id: answer,
    type: 'message',
    role: 'assistant',
    model: 'claude-opus-4-5',
    content: [block],
    stop_reason: block.type === 'tool_use' ? 'tool_use' : null,
    usage: { input_tokens: 3, output_tokens: 1 },
  }
  return linked(uuid, parent, 'assistant', { requestId: `req_${answer}`, message, ...rest })
}

export function text(words: string): Json {
  return { type: 'text', text: words }
}

export function thinking(words: string): Json {
  return { type: 'thinking', thinking: words, signature: 'EqQBCgIYAhIM' }
}

export function call(id: string, name = 'Bash'): Json {
  return { type: 'tool_use', id, name, input: { command: 'ls' } }
}

/** The result of a call, hung on the piece with the call. */
export function result(
  uuid: string,
  parent: string,
  id: string,
  content: unknown = 'x',
  rest: Json = {},
): Json {
  const block = { tool_use_id: id, type: 'tool_result', content }
  return user(uuid, parent, [block], {
    toolUseResult: { stdout: 'x', stderr: '', interrupted: false },
    sourceToolAssistantUUID: parent,
    ...rest,
  })
}

export function progress(uuid: string, parent: string, id: string): Json {
  const data = { type: 'hook_progress', hookEvent: 'PostToolUse' }
  return linked(uuid, parent, 'progress', { data, toolUseID: id, parentToolUseID: id })
}

export function attachment(uuid: string, parent: string): Json {
  return linked(uuid, parent, 'attachment', { attachment: { type: 'todo', content: [] } })
}

export function system(uuid: string, parent: string | null, subtype: string, rest: Json = {}): Json {
  return linked(uuid, parent, 'system', {
    subtype,
    content: 'Conversation compacted',
    level: 'info',
    ...rest,
  })
}

export const snapshot = (id: string): Json => ({
  type: 'file-history-snapshot',
  messageId: id,
  snapshot: { messageId: id, trackedFileBackups: {}, timestamp: '2026-05-01T10:00:00.000Z' },
  isSnapshotUpdate: false,
})

export const summary = (words: string, leafUuid: string): Json => ({
  type: 'summary',
  summary: words,
  leafUuid,
})

/** A record of a subagent that is written into its master's file. */
export function aside(record: Json): Json {
  return { ...record, isSidechain: true }
}
