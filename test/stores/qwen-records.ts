/** Records as Qwen Code writes them, each with only what a case is about. */

export type Json = Record<string, unknown>

export const session = 'b1c2d3e4-0000-4000-8000-000000000001'

let clock = 0

/** A record that hangs on another one. */
export function linked(uuid: string, parentUuid: string | null, type: string, rest: Json): Json {
  clock++
  return {
    uuid,
    parentUuid,
    sessionId: session,
    timestamp: `2026-05-01T10:00:${String(clock % 60).padStart(2, '0')}.000Z`,
    type,
    cwd: '/w/app',
    version: '0.24.4',
    ...rest,
  }
}

export function user(uuid: string, parent: string | null, text: string, rest: Json = {}): Json {
  return linked(uuid, parent, 'user', { message: { role: 'user', parts: [{ text }] }, ...rest })
}

export function model(uuid: string, parent: string | null, parts: readonly Json[], rest: Json = {}): Json {
  return linked(uuid, parent, 'assistant', {
    model: 'qwen3-coder',
    message: { role: 'model', parts },
    ...rest,
  })
}

export function call(id: string, name = 'run_shell_command'): Json {
  return { functionCall: { id, name, args: { command: 'ls' } } }
}

export function result(uuid: string, parent: string | null, id: string, output = 'x'): Json {
  const response = { functionResponse: { id, name: 'run_shell_command', response: { output } } }
  return linked(uuid, parent, 'tool_result', {
    message: { role: 'user', parts: [response] },
    toolCallResult: { callId: id, status: 'success', resultDisplay: output },
  })
}

export function note(uuid: string, parent: string | null, subtype: string, systemPayload: Json = {}): Json {
  return linked(uuid, parent, 'system', { subtype, systemPayload })
}
