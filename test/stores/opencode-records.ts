/** Records as the rows of opencode hold them, each with only what a case is about. */

export type Json = Record<string, unknown>

const start = 1_795_121_000_000
let clock = 0

/** The session as a whole. */
export function session(rest: Json = {}): Json {
  const own = { id: 'ses_1', parent_id: null, directory: '/w/app', title: 'Files', version: '1.18.33' }
  return { session: { ...own, revert: null, time_archived: null, ...rest } }
}

let count = 0

function ids(): Json {
  count++
  clock += 1000
  return { id: `msg_1f58${String(count).padStart(6, '0')}`, time: start + clock }
}

/** A message of the user in version 1. */
export function user(text: string, parts: readonly Json[] = [{ type: 'text', text }], rest: Json = {}): Json {
  const { id, time } = ids()
  const model = { providerID: 'anthropic', modelID: 'claude-opus-4-5' }
  return { id, time, data: { role: 'user', time: { created: time }, agent: 'build', model }, parts, ...rest }
}

/** An answer of the model in version 1. */
export function answer(parts: readonly Json[], data: Json = {}): Json {
  const { id, time } = ids()
  const model = { modelID: 'claude-opus-4-5', providerID: 'anthropic' }
  const made = { created: time, completed: Number(time) + 1 }
  const step = { mode: 'build', agent: 'build', path: { cwd: '/w/app', root: '/w' }, cost: 0, tokens: {} }
  const own = { parentID: 'msg_0', role: 'assistant', ...step, ...model, time: made, finish: 'stop' }
  return { id, time, data: { ...own, ...data }, parts: [{ type: 'step-start', snapshot: 'a1' }, ...parts] }
}

export function text(words: string): Json {
  return { type: 'text', text: words, time: { start: 1, end: 2 } }
}

export function reasoning(words: string, metadata: Json = { anthropic: { signature: 'c2ln' } }): Json {
  return { type: 'reasoning', text: words, metadata, time: { start: 1, end: 2 } }
}

const input = { command: 'ls' }

/** A call of version 1 in one of its states. */
export function tool(callID: string, status: string, rest: Json = {}, name = 'bash'): Json {
  const time = { start: 7, end: 9 }
  const states: Json = {
    pending: { status, input: {}, raw: '{"comm' },
    running: { status, input, time: { start: 7 }, metadata: { output: 'a' }, title: 'ls' },
    completed: { status, input, output: 'a b c', metadata: { exit: 0 }, title: 'ls', time },
    error: { status, input, error: 'no such file', time },
  }
  return { type: 'tool', tool: name, callID, state: { ...(states[status] as Json), ...rest } }
}

let seq = 4

/** A row of version 2. */
export function row(type: string, data: Json): Json {
  const { id, time } = ids()
  seq += 3
  return { id, type, seq, time, data: { time: { created: time }, ...data } }
}

/** An answer of the model in version 2. */
export function reply(content: readonly Json[], rest: Json = {}): Json {
  const made = row('assistant', {
    agent: 'build',
    model: { id: 'glm-5', providerID: 'openrouter' },
    content,
    finish: 'stop',
  })
  const time = made.time as number
  return { ...made, data: { ...(made.data as Json), time: { created: time, completed: time + 1 }, ...rest } }
}

/** A call of version 2 in one of its states. */
export function use(id: string, status: string, rest: Json = {}, name = 'shell'): Json {
  const states: Json = {
    streaming: { status, input: '{"comm' },
    running: { status, input, metadata: {}, content: [] },
    completed: { status, input, content: [{ type: 'text', text: 'a b c' }], metadata: {} },
    error: { status, input, error: { type: 'unknown', message: 'no such file' } },
  }
  const time = { created: 1, ran: 1 }
  return { type: 'tool', id, name, executed: false, state: { ...(states[status] as Json), ...rest }, time }
}
