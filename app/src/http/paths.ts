/** The answer that a path asks for: an answer in one piece or as a stream, as the body says, or a count of tokens. */
export type PathTask = 'answer' | 'stream' | 'count'

/** A path that a conversation is sent to. */
export interface ConversationPath {
  /** The format of the body. */
  readonly format: string
  readonly task: PathTask
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

interface PathPattern {
  readonly format: string
  readonly task: PathTask
  readonly pattern: RegExp
  /** The plain form; `{m}` is the model as the path has it. */
  readonly plain: string
}

const geminiTasks: Readonly<Record<string, PathTask>> = {
  generateContent: 'answer',
  streamGenerateContent: 'stream',
  countTokens: 'count',
}

const version = '(?:/v1)?'
const geminiVersion = '(?:/v1(?:beta|alpha)?)?'

/** The paths that are served; each also without its version. */
const patterns: readonly PathPattern[] = [
  pattern('anthropic-messages', 'answer', '/v1/messages', `${version}/messages`),
  pattern('anthropic-messages', 'count', '/v1/messages/count_tokens', `${version}/messages/count_tokens`),
  pattern('openai-chat', 'answer', '/v1/chat/completions', `${version}/chat/completions`),
  pattern('openai-responses', 'answer', '/v1/responses', `${version}/responses`),
  pattern('openai-responses', 'count', '/v1/responses/input_tokens', `${version}/responses/input_tokens`),
  ...Object.entries(geminiTasks).map(([method, task]) =>
    pattern(
      'gemini-contents',
      task,
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

/** The ends of the longer paths. */
const tails: Readonly<Record<string, readonly (readonly [tail: string, task: PathTask])[]>> = {
  'anthropic-messages': [
    ['/messages', 'answer'],
    ['/messages/count_tokens', 'count'],
  ],
  'openai-chat': [['/chat/completions', 'answer']],
  'openai-responses': [
    ['/responses', 'answer'],
    ['/responses/compact', 'answer'],
    ['/responses/input_tokens', 'count'],
  ],
  'gemini-contents': Object.entries(geminiTasks).map(([method, task]) => [
    `/models/(?<model>[^/:]+):${method}`,
    task,
  ]),
}

/**
 * The longer paths, as the documents of their providers spell them; a star is one segment.
 *
 * The list is closed: a path that only ends like one of these may mean anything to its upstream.
 */
const longPaths: readonly LongPath[] = [
  ...longer('anthropic-messages', [
    ['/anthropic/v1', 'DeepSeek, Kimi, MiniMax'],
    ['/api/v1', 'OpenRouter'],
    ['/api/anthropic/v1', 'GLM'],
    ['/coding/v1', 'Kimi'],
  ]),
  ...longer('openai-chat', [
    ['/openai/v1', 'Azure, Groq'],
    ['/deployments/*', 'Azure, after a prefix'],
    ['/openai/deployments/*', 'Azure'],
    ['/api/v1', 'OpenRouter'],
    ['/inference/v1', 'Fireworks'],
    ['/inference', 'GitHub'],
    ['/compatible-mode/v1', 'Qwen'],
    ['/compatibility/v1', 'Cohere'],
    ['/api/paas/v4', 'GLM'],
    ['/api/coding/paas/v4', 'GLM'],
    ['/api/v3', 'Volcengine'],
    ['/coding/v1', 'Kimi'],
    ['/beta', 'DeepSeek'],
    ['/serving-endpoints', 'Databricks'],
    ['/client/v4/accounts/*/ai/v1', 'Cloudflare'],
    ['/v1beta/openai', 'Gemini'],
    ['/v1/projects/*/locations/*/endpoints/openapi', 'Vertex'],
    ['/v1beta1/projects/*/locations/*/endpoints/openapi', 'Vertex'],
  ]),
  ...longer('openai-responses', [
    ['', 'OpenAI, compacting'],
    ['/v1', 'OpenAI, compacting'],
    ['/openai', 'Azure'],
    ['/openai/v1', 'Azure, Groq'],
    ['/api/v1', 'OpenRouter'],
    ['/compatible-mode/v1', 'Qwen'],
    ['/backend-api/codex', 'ChatGPT'],
  ]),
  ...longer('gemini-contents', [
    ['/v1/publishers/google', 'Vertex'],
    ['/v1beta1/publishers/google', 'Vertex'],
    ['/v1/projects/*/locations/*/publishers/google', 'Vertex'],
    ['/v1beta1/projects/*/locations/*/publishers/google', 'Vertex'],
  ]),
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
export function plainPath(format: string, task: PathTask, model: string): string | undefined {
  const found = patterns.find((each) => each.format === format && each.task === task)
  // A model may hold anything, an inference profile even slashes: it stays one segment.
  return found?.plain.replace('{m}', () => encodeURIComponent(model))
}

function pattern(format: string, task: PathTask, plain: string, expression: string): PathPattern {
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
  for (const { format, task, pattern } of longPaths) {
    const match = pattern.exec(path)
    if (match !== null) return { format, task, ...named(match.groups?.model) }
  }
  return undefined
}

interface LongPath {
  readonly format: string
  readonly task: PathTask
  readonly pattern: RegExp
}

/** The paths of a format after each base, which stands beside the providers that document it. */
function longer(
  format: string,
  bases: readonly (readonly [base: string, providers: string])[],
): readonly LongPath[] {
  const ways = bases.map(([base]) => base.replaceAll('*', '(?:(?!%2[fF]|%5[cC])[^/])+')).join('|')
  return (tails[format] ?? []).map(([tail, task]) => ({
    format,
    task,
    pattern: new RegExp(`^(?:${ways})${tail}$`),
  }))
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
