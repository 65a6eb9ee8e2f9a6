/** Records as Neovate writes them, each with only what a case is about. */

export type Json = Record<string, unknown>

let clock = 0

function stamp(): string {
  clock++
  return `2026-02-04T08:00:${String(clock % 60).padStart(2, '0')}.000Z`
}

/** A message that hangs on another one. */
function message(uuid: string, parentUuid: string | null, rest: Json): Json {
  return { parentUuid, uuid, ...rest, type: 'message', timestamp: stamp(), sessionId: '1a2b3c4d' }
}

export function user(uuid: string, parent: string | null, content: unknown, rest: Json = {}): Json {
  return message(uuid, parent, { role: 'user', content, ...rest })
}

export function model(uuid: string, parent: string | null, content: unknown, rest: Json = {}): Json {
  const parts: readonly Json[] = Array.isArray(content) ? content : []
  const words = parts.flatMap(({ type, text: said }) => (type === 'text' ? [said] : [])).join('')
  return message(uuid, parent, {
    role: 'assistant',
    content,
    text: words,
    model: 'anthropic/claude-x',
    usage: { input_tokens: 10, output_tokens: 5 },
    ...rest,
  })
}

/** The message of a tool: its results. */
export function tool(uuid: string, parent: string | null, content: readonly Json[], rest: Json = {}): Json {
  return message(uuid, parent, { role: 'tool', content, ...rest })
}

export function text(words: string): Json {
  return { type: 'text', text: words }
}

export function reasoning(words: string): Json {
  return { type: 'reasoning', text: words }
}

export function image(): Json {
  return { type: 'image', data: 'data:image/png;base64,iVBORw0KGgo=', mimeType: 'image/png' }
}

export function call(id: string, name = 'read'): Json {
  return {
    type: 'tool_use',
    id,
    name,
    input: { file_path: 'a.ts' },
    displayName: 'Read',
    description: 'a.ts',
  }
}

export function result(id: string, llmContent: unknown = 'export {}', rest: Json = {}): Json {
  return {
    type: 'tool-result',
    toolCallId: id,
    toolName: 'read',
    input: { file_path: 'a.ts' },
    result: { llmContent, returnDisplay: 'ok', isError: false, ...rest },
  }
}

/** A result as it was written while tools were called in XML. */
export function legacyResult(id: string, llmContent: unknown = 'export {}'): Json {
  return { type: 'tool_result', id, name: 'read', input: { file_path: 'a.ts' }, result: { llmContent } }
}

/** What cancelling writes for a call that waits. */
export function cancelled(id: string): Json {
  return result(id, '[Request interrupted by user]', { returnDisplay: 'canceled', isError: true })
}

export function config(rest: Json = {}): Json {
  return {
    type: 'config',
    config: { model: 'anthropic/claude-x', approvalMode: 'default', approvalTools: [], ...rest },
  }
}

export const snapshot = (id: string): Json => ({
  type: 'snapshot',
  messageId: id,
  timestamp: '2026-02-04T08:00:03.500Z',
  trackedFileBackups: { 'a.ts': { backupFileName: '9f3c@v1', version: 1, backupTime: '2026-02-04' } },
})

export const fileSnapshot = (id: string): Json => ({
  type: 'file-history-snapshot',
  messageId: id,
  isSnapshotUpdate: true,
  snapshot: { messageId: id, timestamp: '2026-02-04T08:00:03.500Z', trackedFileBackups: {} },
})

export const title = (words: string): Json => ({
  type: 'custom-title',
  customTitle: words,
  sessionId: '1a2b3c4d',
})
