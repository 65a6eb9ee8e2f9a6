import { type Row, type Rulebook, type RuleName, rulebooks } from '@mortise/core'

/** A wire format that cases are written in. */
export type Format =
  | 'anthropic-messages'
  | 'openai-chat'
  | 'openai-responses'
  | 'ai-sdk'
  | 'gemini-contents'
  | 'bedrock-converse'
  | 'neovate'

/**
 * The name of an API that cases are made for.
 *
 * What satisfies all APIs of a format has one name in every format; here the format is told with it.
 */
export type Api = string

/** The wire formats that cases are written in; each is drawn as often as any other. */
export const formats: readonly Format[] = [
  'anthropic-messages',
  'openai-chat',
  'openai-responses',
  'ai-sdk',
  'gemini-contents',
  'bedrock-converse',
  'neovate',
]

/** The APIs of a format, as the registry has them. */
export function apisOf(format: Format): readonly Api[] {
  const own = rulebooks.filter((rulebook) => rulebook.format === format)
  return own.map(({ name }) => (name === 'everywhere' ? `everywhere-${format}` : name))
}

/** Every API that cases are made for. */
export const apis: readonly Api[] = formats.flatMap(apisOf)

/** Gives the wire format that an API speaks. */
export function formatOf(api: Api): Format {
  const format = formats.find((one) => apisOf(one).includes(api))
  if (format === undefined) throw new Error(`No format is listed for \`${api}\`.`)
  return format
}

/** Gives the rulebook of an API that cases are made for. */
export function rulebookOf(api: Api): Rulebook {
  const rulebook = rulebooks.find(
    ({ name, format }) => api === (name === 'everywhere' ? `everywhere-${format}` : name),
  )
  if (rulebook === undefined) throw new Error(`There is no rulebook for \`${api}\`.`)
  return rulebook
}

/** Gives the row of an API for a rule, if it refuses that fault. */
export function refusalOf(api: Api, rule: RuleName): Row | undefined {
  const row = rulebookOf(api).rows[rule]
  return row?.severity === 'refused' ? row : undefined
}

/** A model name, and what a sound request to that model must heed. */
export interface Model {
  readonly name: string | undefined
  readonly mayEndOnModel: boolean
  readonly isThinking: boolean
  /** The model decides by itself when to think. */
  readonly isAdaptive?: boolean
  /** Its reasoning is bound to all that stands before it; it thinks unasked, and may begin with something else. */
  readonly isBound?: boolean
}

/** Models that Amazon serves, of several makers. */
const served: readonly Model[] = [
  plain('anthropic.claude-sonnet-4-5-20250929-v1:0', true),
  plain('us.anthropic.claude-opus-4-6-v1:0', false),
  plain('meta.llama3-3-70b-instruct-v1:0', true),
  { ...thinking('eu.anthropic.claude-sonnet-4-5-20250929-v1:0'), mayEndOnModel: false },
  { ...thinking('us.anthropic.claude-opus-4-6-v1:0'), mayEndOnModel: false, isAdaptive: true },
  bound('anthropic.claude-haiku-5-5-20261001-v1:0'),
  bound('us.anthropic.claude-fable-5-2-v1:0', 'adaptive'),
  plain(undefined, true),
]

/** The models that cases name, where an API tells some of them apart. */
const models: Readonly<Record<Api, readonly Model[]>> = {
  anthropic: [
    plain('claude-sonnet-4-5', true),
    plain('claude-opus-4-6', false),
    plain('claude-opus-4-20250514', true),
    plain('claude-sonnet-5', false),
    plain(undefined, true),
    { ...thinking('claude-sonnet-4-5'), mayEndOnModel: false },
    { ...thinking('claude-opus-4-7'), mayEndOnModel: false, isAdaptive: true },
    bound('claude-opus-5-5'),
    bound('claude-fable-5-2', 'adaptive'),
  ],
  'anthropic-strict': [
    plain('deepseek-chat', true),
    plain('claude-opus-4-6', false),
    plain(undefined, true),
    { ...thinking('claude-opus-4-5'), mayEndOnModel: false },
    bound('anthropic/claude-sonnet-5.5'),
  ],
  'everywhere-anthropic-messages': [
    plain('claude-sonnet-4-5', false),
    plain('claude-sonnet-5', false),
    plain('deepseek-chat', false),
    plain(undefined, false),
    { ...thinking('claude-sonnet-4-5'), mayEndOnModel: false },
    { ...thinking('claude-opus-4-7'), mayEndOnModel: false, isAdaptive: true },
    bound('claude-mythos-5-2', 'adaptive'),
  ],
  openai: [
    plain('gpt-5', true),
    plain('ft:gpt-4o-mini:acme', true),
    plain('qwen3:8b', true),
    plain(undefined, true),
  ],
  // DeepSeek's thinking mode is on unless the model is `deepseek-chat`.
  deepseek: [plain('deepseek-chat', true), thinking('deepseek-reasoner'), thinking(undefined)],
  openrouter: [
    plain('anthropic/claude-sonnet-4-5', true),
    bound('anthropic/claude-opus-5.5'),
    plain(undefined, true),
  ],
  kimi: [plain('kimi-k2', true), thinking('kimi-k2.5'), plain(undefined, true)],
  'everywhere-openai-chat': [
    plain('gpt-5', false),
    { name: 'deepseek-reasoner', mayEndOnModel: false, isThinking: true },
    plain(undefined, false),
  ],
  'openai-responses': [
    thinking('gpt-5'),
    plain('gpt-4.1', true),
    thinking('o3'),
    plain('gpt-5-chat-latest', true),
    plain(undefined, true),
  ],
  'everywhere-openai-responses': [
    thinking('gpt-5'),
    plain('gpt-4.1', true),
    plain('deepseek-chat', true),
    plain(undefined, true),
  ],
  gemini: [plain('gemini-2.5-pro', true), thinking('models/gemini-3-pro-preview'), plain(undefined, true)],
  // What one model does not look at, another does: every turn is as the strictest wants it.
  'everywhere-gemini-contents': [
    { ...thinking('gemini-2.5-pro'), mayEndOnModel: false },
    { ...thinking('models/gemini-3-pro-preview'), mayEndOnModel: false },
    { ...thinking(undefined), mayEndOnModel: false },
  ],
  bedrock: served,
  'everywhere-bedrock-converse': served,
}

/** The models that cases for an API name. */
export function modelsOf(api: Api): readonly Model[] {
  return models[api] ?? anyModels(api)
}

/** Names of several makers' models, for APIs that treat all models alike. */
const usual = [
  ...['mistral-large-latest', 'qwen3-max', 'MiniMax-M2', 'glm-4.6', 'grok-4', 'deepseek-chat'],
  ...['Qwen/Qwen3-32B', 'qwen3:8b', 'llama-3.3-70b-versatile', 'gpt-4.1'],
]

/** The usual models that an API serves by its rulebook, or else all of them; and a request that names none. */
function anyModels(api: Api): readonly Model[] {
  const { serves } = rulebookOf(api)
  const mayEnd = refusalOf(api, 'ends-on-model') === undefined
  const own = usual.filter((name) => serves !== undefined && new RegExp(serves, 'i').test(name))
  return [...(own.length === 0 ? usual : own), undefined].map((name) => plain(name, mayEnd))
}

/** The model of a bare list of turns, which names none. */
export function namelessModel(api: Api): Model {
  return modelsOf(api).find(({ name }) => name === undefined) ?? plain(undefined, true)
}

function plain(name: string | undefined, mayEndOnModel: boolean): Model {
  return { name, mayEndOnModel, isThinking: false }
}

/** A model that thinks unless it is told not to, and whose reasoning is bound. */
function bound(name: string, told?: 'adaptive'): Model {
  const isAdaptive = told === 'adaptive'
  return { name, mayEndOnModel: false, isThinking: isAdaptive, isAdaptive, isBound: true }
}

function thinking(name: string | undefined): Model {
  return { name, mayEndOnModel: true, isThinking: true }
}
