// Written by `npm run docs` from the registry of APIs.
import type { Rulebook } from './rulebook.ts'

/** The names of the APIs that `@mortise/core` has rulebooks of. */
export type ApiName =
  | 'ai-sdk'
  | 'anthropic'
  | 'anthropic-strict'
  | 'azure-openai'
  | 'bedrock'
  | 'cerebras'
  | 'deepseek'
  | 'deepseek-responses'
  | 'everywhere'
  | 'fireworks'
  | 'gemini'
  | 'glm'
  | 'groq'
  | 'kimi'
  | 'llama-cpp'
  | 'minimax'
  | 'mistral'
  | 'neovate'
  | 'ollama'
  | 'ollama-v1'
  | 'openai'
  | 'openai-responses'
  | 'openrouter'
  | 'qwen'
  | 'vllm'
  | 'xai'

/** An API: a name, known ones complete in an editor, or a rulebook of one's own. */
export type ApiChoice = ApiName | (string & Record<never, never>) | Rulebook
