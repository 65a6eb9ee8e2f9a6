import type { Rulebook } from '../model/rulebook.ts'
import { aiSdk, everywhereAiSdk } from './ai-sdk.ts'
import { anthropic, anthropicStrict } from './anthropic.ts'
import { bedrock, everywhereConverse } from './bedrock.ts'
import { cerebras } from './cerebras.ts'
import { deepseek } from './deepseek.ts'
import { deepseekResponses } from './deepseek-responses.ts'
import { everywhereChat } from './everywhere.ts'
import { everywhereAnthropic } from './everywhere-anthropic.ts'
import { everywhereResponses } from './everywhere-responses.ts'
import { fireworks } from './fireworks.ts'
import { everywhereGemini, gemini } from './gemini.ts'
import { glm } from './glm.ts'
import { groq } from './groq.ts'
import { kimi } from './kimi.ts'
import { llamaCpp } from './llama-cpp.ts'
import { minimax } from './minimax.ts'
import { mistral } from './mistral.ts'
import { everywhereNeovate, neovate } from './neovate.ts'
import { ollama, ollamaV1 } from './ollama.ts'
import { azureOpenai, openai, openrouter } from './openai.ts'
import { openaiResponses } from './openai-responses.ts'
import { qwen } from './qwen.ts'
import { vllm } from './vllm.ts'
import { xai } from './xai.ts'

/** For each format, what satisfies all of its APIs: chosen by one name and by the document's format. */
const everywhere: readonly Rulebook[] = [
  everywhereChat,
  everywhereAnthropic,
  everywhereResponses,
  everywhereGemini,
  everywhereConverse,
  everywhereAiSdk,
  everywhereNeovate,
]

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
  glm,
  groq,
  cerebras,
  fireworks,
  xai,
  ollama,
  ollamaV1,
  llamaCpp,
  openaiResponses,
  deepseekResponses,
  gemini,
  bedrock,
  aiSdk,
  neovate,
  ...everywhere,
]
