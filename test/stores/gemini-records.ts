/** Records as Gemini CLI writes them, each with only what a case is about. */

export type Json = Record<string, unknown>

export const session = 'd1e2f3a4-0000-4000-8000-000000000004'
export const file = 'session-2026-05-01T10-00-d1e2f3a4.jsonl'

const at = '2026-05-01T10:00:00.000Z'

export function metadata(): Json {
  return { sessionId: session, projectHash: 'ab12cd34', startTime: at, lastUpdated: at, kind: 'main' }
}

export function user(id: string, text: string): Json {
  return { id, timestamp: at, type: 'user', content: [{ text }] }
}

/** A message with calls beside its content; `result`: what each of them gave, if it did. */
export function model(id: string, text: string, calls: readonly Json[] = [], rest: Json = {}): Json {
  return {
    id,
    timestamp: at,
    type: 'gemini',
    content: text,
    thoughts: [],
    tokens: null,
    model: 'gemini-2.5-pro',
    toolCalls: calls,
    ...rest,
  }
}

export function open(id: string): Json {
  return { id, name: 'list_directory', args: { path: '.' }, status: 'executing', timestamp: at }
}

export function done(id: string, output = 'x'): Json {
  return { ...open(id), status: 'success', result: [response(id, output)], resultDisplay: output }
}

export function response(id: string, output = 'x'): Json {
  return { functionResponse: { id, name: 'list_directory', response: { output } } }
}

/** The results of calls as a message of their own, which newer versions write too. */
export function responses(id: string, ...calls: readonly string[]): Json {
  return { id, timestamp: at, type: 'user', content: calls.map((call) => response(call)) }
}

export function set(members: Json): Json {
  return { $set: members }
}
