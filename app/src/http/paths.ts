/** The answer that a path asks for: an answer in one piece or as a stream, as the body says, or a count of tokens. */
export type Task = 'answer' | 'stream' | 'count'

/** A path that a conversation is sent to. */
export interface ConversationPath {
  /** The format of the body. */
  readonly format: string
  readonly task: Task
  /** The model, where the path names it. */
  readonly model?: string
  /** The path in its plain form; absent for the longer paths that some providers have. */
  readonly plain?: string
}

/** A path, taken apart. */
export interface ReadPath {
  /** The first segment, where it is a name that stands before the paths of an API. */
  readonly prefix?: string
  /** The path after the prefix. */
  readonly rest: string
  readonly conversation?: ConversationPath
}

interface Pattern {
  readonly format: string
  readonly task: Task
  readonly pattern: RegExp
  /** The plain form; `{m}` is the model as the path has it. */
  readonly plain: string
}

const geminiTasks = {
  generateContent: 'answer',
  streamGenerateContent: 'stream',
  countTokens: 'count',
} as const

const version = '(?:/v1)?'
const geminiVersion = '(?:/v1(?:beta|alpha)?)?'

/** The paths that are served; each also without its version. */
const patterns: readonly Pattern[] = [
  pattern('anthropic-messages', 'answer', '/v1/messages', `${version}/messages`),
  pattern('anthropic-messages', 'count', '/v1/messages/count_tokens', `${version}/messages/count_tokens`),
  pattern('openai-chat', 'answer', '/v1/chat/completions', `${version}/chat/completions`),
  pattern('openai-responses', 'answer', '/v1/responses', `${version}/responses`),
  pattern('openai-responses', 'count', '/v1/responses/input_tokens', `${version}/responses/input_tokens`),
  ...(['generateContent', 'streamGenerateContent', 'countTokens'] as const).map((method) =>
    pattern(
      'gemini-contents',
      geminiTasks[method],
      `/v1beta/models/{m}:${method}`,
      `${geminiVersion}/models/(?<model>[^/:]+):${method}`,
    ),
  ),
  pattern('bedrock-converse', 'answer', '/model/{m}/converse', '/model/(?<model>[^/]+)/converse'),
  pattern(
    'bedrock-converse',
    'stream',
    '/model/{m}/converse-stream',
    '/model/(?<model>[^/]+)/converse-stream',
  ),
]

/** How the longer paths of a format end: of Azure, Vertex, OpenRouter and others. */
const endings: readonly (readonly [RegExp, string, Task])[] = [
  [/\/messages$/, 'anthropic-messages', 'answer'],
  [/\/chat\/completions$/, 'openai-chat', 'answer'],
  [/\/responses(?:\/compact)?$/, 'openai-responses', 'answer'],
  [/\/models\/(?<model>[^/:]+):generateContent$/, 'gemini-contents', 'answer'],
  [/\/models\/(?<model>[^/:]+):streamGenerateContent$/, 'gemini-contents', 'stream'],
  [/\/models\/(?<model>[^/:]+):countTokens$/, 'gemini-contents', 'count'],
]

/** Takes a path apart; `prefixes` are the names that may stand before the paths of an API. */
export function readPath(path: string, prefixes: ReadonlySet<string>): ReadPath {
  const [, first = '', after = ''] = /^\/([^/]+)(\/.*)$/.exec(path) ?? []
  const own = conversationAt(path, true)
  if (own !== undefined) return { rest: path, conversation: own }
  const isPrefixed = prefixes.has(first)
  const rest = isPrefixed ? after : path
  const conversation = conversationAt(rest, false)
  return {
    ...(isPrefixed ? { prefix: first } : {}),
    rest,
    ...(conversation === undefined ? {} : { conversation }),
  }
}

/** So many paths are remembered: clients ask for the same few again and again. */
const remembered = 256

/** Takes paths apart, and remembers those that came last. */
export function pathReader(prefixes: ReadonlySet<string>): (path: string) => ReadPath {
  const known = new Map<string, ReadPath>()
  return (path) => {
    const before = known.get(path)
    if (before !== undefined) return before
    const read = readPath(path, prefixes)
    if (known.size >= remembered) known.clear()
    if (path.length < 200) known.set(path, read)
    return read
  }
}

/** The plain forms of all paths that conversations are sent to. */
export function plainPaths(): readonly string[] {
  return patterns.map(({ plain }) => plain)
}

/** The plain path for a task; undefined where the format has none for it. */
export function plainPath(format: string, task: Task, model: string): string | undefined {
  const found = patterns.find((each) => each.format === format && each.task === task)
  // A model may hold anything, an inference profile even slashes: it stays one segment.
  return found?.plain.replace('{m}', () => encodeURIComponent(model))
}

function pattern(format: string, task: Task, plain: string, expression: string): Pattern {
  return { format, task, plain, pattern: new RegExp(`^${expression}$`) }
}

function conversationAt(path: string, isExact: boolean): ConversationPath | undefined {
  for (const each of patterns) {
    const match = each.pattern.exec(path)
    if (match === null) continue
    const { model } = match.groups ?? {}
    const plain = each.plain.replace('{m}', () => model ?? '')
    return { format: each.format, task: each.task, plain, ...named(model) }
  }
  return isExact ? undefined : longPath(path)
}

function longPath(path: string): ConversationPath | undefined {
  for (const [ending, format, task] of endings) {
    const match = ending.exec(path)
    if (match !== null) return { format, task, ...named(match.groups?.model) }
  }
  return undefined
}

function named(model: string | undefined): { readonly model?: string } {
  return model === undefined ? {} : { model: decoded(model) }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A stray percent sign: the name is what it says.
    return text
  }
}
