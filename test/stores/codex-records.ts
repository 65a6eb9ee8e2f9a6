/** Records as Codex writes them, each with only what a case is about. */

export type Json = Record<string, unknown>

export const thread = '01a1f262-7e57-7522-93bf-584d7aebf4cd'

let clock = 0

function record(type: string, payload: Json): Json {
  clock++
  return { timestamp: `2026-05-01T10:00:${String(clock % 60).padStart(2, '0')}.000Z`, type, payload }
}

export function meta(rest: Json = {}): Json {
  return record('session_meta', {
    session_id: thread,
    id: thread,
    timestamp: '2026-05-01T10:00:00Z',
    cwd: '/w/app',
    originator: 'codex_cli_rs',
    cli_version: '0.124.0',
    source: 'cli',
    model_provider: 'openai',
    ...rest,
  })
}

export function item(payload: Json): Json {
  return record('response_item', payload)
}

export function event(type: string, rest: Json = {}): Json {
  return record('event_msg', { type, ...rest })
}

export function note(type: string, payload: Json): Json {
  return record(type, payload)
}

export function context(rest: Json = {}): Json {
  return record('turn_context', {
    turn_id: 'n1',
    cwd: '/w/app',
    approval_policy: 'on-request',
    sandbox_policy: { type: 'read-only' },
    model: 'gpt-5.4',
    summary: 'auto',
    ...rest,
  })
}

/** A message of the user, and the event that tells of it. */
export function user(text: string): readonly Json[] {
  return [said('user', text), event('user_message', { message: text })]
}

export function said(role: 'user' | 'developer' | 'assistant', text: string): Json {
  const type = role === 'assistant' ? 'output_text' : 'input_text'
  return item({ type: 'message', role, content: [{ type, text }] })
}

export function reasoning(rest: Json = {}): Json {
  return item({ type: 'reasoning', summary: [], encrypted_content: 'gAAA', ...rest })
}

export function call(id: string, name = 'exec_command', rest: Json = {}): Json {
  return item({ type: 'function_call', name, arguments: '{"cmd":"ls"}', call_id: id, ...rest })
}

export function output(id: string, text = 'x'): Json {
  return item({ type: 'function_call_output', call_id: id, output: text })
}

export function custom(id: string, name = 'exec'): Json {
  return item({ type: 'custom_tool_call', status: 'completed', call_id: id, name, input: 'text("end")' })
}

export function customOutput(id: string, text = 'ok'): Json {
  return item({ type: 'custom_tool_call_output', call_id: id, output: text })
}

/** What a timer or another thread says: an output that no call asked for. */
export function heartbeat(text = '<heartbeat> all is well'): Json {
  return item({ type: 'function_call_output', name: 'automation_update', output: text })
}

export function compacted(rest: Json = {}): Json {
  const summary = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'so far: files' }] }
  return record('compacted', {
    message: '',
    replacement_history: [summary],
    window_number: 2,
    window_id: 'w2',
    previous_window_id: 'w1',
    first_window_id: 'w0',
    ...rest,
  })
}

/** The records of a paginated log: numbered from the first. */
export function paginated(records: readonly Json[], start = 0): readonly Json[] {
  return records.map(({ timestamp, payload, ...rest }, index) => {
    const own = payload as Json
    const named = rest.type === 'session_meta' && index === 0 ? { history_mode: 'paginated', ...own } : own
    return { timestamp, ordinal: start + index, ...rest, payload: named }
  })
}
