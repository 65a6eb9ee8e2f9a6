import { anthropicVoice } from './anthropic.ts'
import { bedrockVoice } from './bedrock.ts'
import {
  cerebrasVoice,
  deepseekVoice,
  glmVoice,
  llamaCppVoice,
  minimaxVoice,
  ollamaVoice,
  openrouterVoice,
  qwenVoice,
  shortVoice,
  vllmVoice,
  xaiVoice,
} from './chat-copies.ts'
import { geminiVoice } from './gemini.ts'
import { mistralVoice } from './mistral.ts'
import { openaiVoice, responsesVoice } from './openai.ts'
import type { Voice } from './trouble.ts'

/** Who speaks with a voice of its own, by API. */
const own: Readonly<Record<string, Voice>> = {
  deepseek: deepseekVoice,
  'deepseek-responses': deepseekVoice,
  kimi: shortVoice,
  groq: shortVoice,
  cerebras: cerebrasVoice,
  qwen: qwenVoice,
  glm: glmVoice,
  minimax: minimaxVoice,
  mistral: mistralVoice,
  ollama: ollamaVoice,
  openrouter: openrouterVoice,
  xai: xaiVoice,
  vllm: vllmVoice,
  'llama-cpp': llamaCppVoice,
}

/** The voice that the others of a format have. */
const shared: Readonly<Record<string, Voice>> = {
  'anthropic-messages': anthropicVoice,
  'openai-chat': openaiVoice,
  'openai-responses': responsesVoice,
  'gemini-contents': geminiVoice,
  'bedrock-converse': bedrockVoice,
}

/** The voice of an API. */
export function voiceOf(api: string, format: string): Voice {
  return own[api] ?? shared[format] ?? openaiVoice
}
