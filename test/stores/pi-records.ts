/** Records as pi and OpenClaw write them, each with only what a case is about. */

export type Json = Record<string, unknown>

let clock = 0

function stamp(): { readonly timestamp: string } {
  clock++
  return { timestamp: `2026-05-01T10:00:${String(clock % 60).padStart(2, '0')}.000Z` }
}

export function header(rest: Json = {}): Json {
  return {
    type: 'session',
    version: 3,
    id: 'a562eea8-0000-4000-8000-000000000000',
    ...stamp(),
    cwd: '/w/app',
    ...rest,
  }
}

/** A record that hangs on another one. */
export function linked(id: string, parentId: string | null, type: string, rest: Json = {}): Json {
  return { type, id, parentId, ...stamp(), ...rest }
}

function message(id: string, parentId: string | null, held: Json): Json {
  return linked(id, parentId, 'message', { message: { ...held, timestamp: 1 } })
}

export function user(id: string, parent: string | null, content: unknown): Json {
  return message(id, parent, {
    role: 'user',
    content: typeof content === 'string' ? [text(content)] : content,
  })
}

/** Who answers, by the name of the API. */
export type Maker = readonly [api: string, provider: string, model: string]

export const claude: Maker = ['anthropic-messages', 'anthropic', 'claude-opus-4-5']
export const deepseek: Maker = ['openai-completions', 'deepseek', 'deepseek-chat']

export function answer(
  id: string,
  parent: string | null,
  content: readonly Json[],
  { maker = deepseek, ...rest }: Json & { readonly maker?: Maker } = {},
): Json {
  const [api, provider, model] = maker
  const stopReason = content.some(({ type }) => type === 'toolCall') ? 'toolUse' : 'stop'
  const usage = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, totalTokens: 2 }
  return message(id, parent, { role: 'assistant', content, api, provider, model, usage, stopReason, ...rest })
}

export function text(words: string): Json {
  return { type: 'text', text: words }
}

export function thinking(words: string): Json {
  return { type: 'thinking', thinking: words, thinkingSignature: 'EqQBCgIYAhIM' }
}

export function call(id: string, name = 'exec', rest: Json = {}): Json {
  return { type: 'toolCall', id, name, arguments: { command: 'ls -l' }, ...rest }
}

export function result(id: string, parent: string, answered: string, words = 'a b c', rest: Json = {}): Json {
  const held = { role: 'toolResult', toolCallId: answered, toolName: 'exec', content: [text(words)] }
  return message(id, parent, { ...held, details: {}, isError: false, ...rest })
}

export function compaction(id: string, parent: string, firstKeptEntryId: string): Json {
  return linked(id, parent, 'compaction', {
    summary: 'what was done so far',
    firstKeptEntryId,
    tokensBefore: 50000,
    fromHook: false,
  })
}

/** What OpenClaw notes of a text that it sent to a channel. */
export function mirror(id: string, parent: string, words: string): Json {
  return answer(id, parent, [text(words)], { maker: ['openai-responses', 'openclaw', 'delivery-mirror'] })
}

/** The same records as version 1 has them: in a row, without ids. */
export function inARow(records: readonly Json[]): Json[] {
  return records.map(({ parentId: _, id, version: __, ...record }) => {
    return record.type === 'session' ? { ...record, id } : record
  })
}
