import type { Entry } from '../contract/store.ts'
import { isObject, nonEmpty } from '../records/json.ts'
import { itemAt } from '../records/lists.ts'
import { isEcho } from './record.ts'

/** The API that a session was last sent to, by what its records say of themselves; the first party's if they say nothing. */
export function apiOf(entries: readonly Entry[]): string {
  for (let at = entries.length - 1; at >= 0; at--) {
    const { type, message, provider } = itemAt(entries, at).value
    const said =
      type === 'message' && isObject(message) && message.role === 'assistant' && !isEcho(message)
        ? named(nonEmpty(message.api), nonEmpty(message.provider))
        : type === 'model_change'
          ? named(undefined, nonEmpty(provider))
          : undefined
    if (said !== undefined) return said
  }
  return 'anthropic'
}

function named(api: string | undefined, provider: string | undefined): string | undefined {
  const known = byApi[api ?? '']
  if (known === 'openai') return chatOf(provider) ?? known
  return known ?? (provider === undefined ? undefined : byProvider(provider))
}

const byApi: Readonly<Record<string, string>> = {
  'anthropic-messages': 'anthropic',
  'openai-completions': 'openai',
  'openai-responses': 'openai-responses',
  'azure-openai-responses': 'openai-responses',
  'openai-codex-responses': 'openai-responses',
  'google-generative-ai': 'gemini',
  'google-gemini-cli': 'gemini',
  'google-vertex': 'gemini',
  'bedrock-converse-stream': 'bedrock',
  'mistral-conversations': 'mistral',
  ollama: 'ollama',
}

// Providers that speak the chat API in their own way, by how their names begin.
const chats: readonly (readonly [name: string, api: string])[] = [
  ['deepseek', 'deepseek'],
  ['openrouter', 'openrouter'],
  ['mistral', 'mistral'],
  ['groq', 'groq'],
  ['cerebras', 'cerebras'],
  ['xai', 'xai'],
  ['zai', 'glm'],
  ['minimax', 'minimax'],
  ['moonshot', 'kimi'],
  ['kimi', 'kimi'],
  ['qwen', 'qwen'],
  ['vllm', 'vllm'],
  ['ollama', 'ollama'],
]

function chatOf(provider: string | undefined): string | undefined {
  return chats.find(([name]) => provider?.startsWith(name))?.[1]
}

/** The API of a provider that no message tells of yet. */
function byProvider(provider: string): string | undefined {
  if (provider.startsWith('anthropic')) return 'anthropic'
  if (provider.startsWith('google')) return 'gemini'
  if (provider.startsWith('amazon-bedrock')) return 'bedrock'
  if (/^(?:openai|azure-openai)/.test(provider)) return 'openai-responses'
  return chatOf(provider)
}
