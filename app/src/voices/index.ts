import type { Rulebook } from '@mortise/core'
import { anthropicVoice } from './anthropic.ts'
import { bedrockVoice } from './bedrock.ts'
import {
  cerebrasVoice,
  deepseekVoice,
  fireworksVoice,
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

/** The forms of error bodies that a rulebook may name. */
export const voices: Readonly<Record<string, Voice>> = {
  cerebras: cerebrasVoice,
  deepseek: deepseekVoice,
  fireworks: fireworksVoice,
  glm: glmVoice,
  'llama-cpp': llamaCppVoice,
  minimax: minimaxVoice,
  mistral: mistralVoice,
  ollama: ollamaVoice,
  openrouter: openrouterVoice,
  qwen: qwenVoice,
  short: shortVoice,
  vllm: vllmVoice,
  xai: xaiVoice,
}

/** The form of error bodies that the other APIs of a format have. */
const shared: Readonly<Record<string, Voice>> = {
  'anthropic-messages': anthropicVoice,
  'openai-chat': openaiVoice,
  'openai-responses': responsesVoice,
  'gemini-contents': geminiVoice,
  'bedrock-converse': bedrockVoice,
}

/** The voice of an API: the one that its rulebook names, else that of its format. */
export function voiceOf({ voice = '', format }: Pick<Rulebook, 'voice' | 'format'>): Voice {
  return voices[voice] ?? shared[format] ?? openaiVoice
}
