/** Messages as Cline, Roo Code and Kilo Code write them, each with only what a case is about. */

export type Json = Record<string, unknown>

let clock = 1_700_000_000_000

function stamped(message: Json, rest: Json): Json {
  clock += 1000
  return { ...message, ts: clock, ...rest }
}

/** The first message: what the user wants, and where the agent works. */
export function task(words: string, folder = '/home/me/app'): Json {
  const details = `<environment_details>\n# Current Working Directory (${folder}) Files\na.ts\n</environment_details>`
  return stamped({ role: 'user', content: [text(`<task>\n${words}\n</task>`), text(details)] }, {})
}

export function user(content: unknown, rest: Json = {}): Json {
  return stamped({ role: 'user', content: typeof content === 'string' ? [text(content)] : content }, rest)
}

export function model(content: unknown, rest: Json = {}): Json {
  return stamped(
    { role: 'assistant', content: typeof content === 'string' ? [text(content)] : content },
    rest,
  )
}

export function text(words: string): Json {
  return { type: 'text', text: words }
}

export function call(id: string, name = 'read_file'): Json {
  return { type: 'tool_use', id, name, input: { path: 'a.ts' } }
}

export function result(id: string, content: unknown = 'const a = 1'): Json {
  return { type: 'tool_result', tool_use_id: id, content }
}

/** A message that stands for those that name it in `truncationParent`. */
export function marker(id: string): Json {
  return stamped(
    { role: 'user', content: '[some messages are hidden]' },
    { isTruncationMarker: true, truncationId: id },
  )
}

/** A message that stands for those that name it in `condenseParent`. */
export function summary(id: string, words = 'what was done so far'): Json {
  return stamped({ role: 'user', content: [text(words)] }, { isSummary: true, condenseId: id })
}
