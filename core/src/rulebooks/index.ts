import type { Rulebook } from '../model/rulebook.ts'
import { aiSdk } from './ai-sdk.ts'
import { anthropic, anthropicStrict } from './anthropic.ts'
import { deepseek } from './deepseek.ts'
import { kimi } from './kimi.ts'
import { minimax } from './minimax.ts'
import { mistral } from './mistral.ts'
import { azureOpenai, openai, openrouter } from './openai.ts'
import { qwen } from './qwen.ts'
import { vllm } from './vllm.ts'

/** Every API that Mortise knows. */
export const rulebooks: readonly Rulebook[] = [
  anthropic,
  anthropicStrict,
  openai,
  deepseek,
  azureOpenai,
  kimi,
  qwen,
  minimax,
  mistral,
  openrouter,
  vllm,
  aiSdk,
]
